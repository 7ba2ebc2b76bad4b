/** The server from its sources: what `unlinted-server.ts` is compared with. */
import '../packages/server/src/main.ts';
