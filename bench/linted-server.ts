/** The server from its sources: what `unlinted-server.ts` is compared with. */
await import('../packages/server/src/main.ts');
