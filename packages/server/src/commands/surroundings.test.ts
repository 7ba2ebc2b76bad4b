import assert from 'node:assert/strict';
import { it } from 'node:test';
import pino from 'pino';
import { parseServerConfig } from '../server-config/index.ts';
import { surroundingsOf } from './surroundings.ts';

it('writes no more of the log at once than a pipe takes as a whole when several processes share it', async () => {
  for (const [workers, maxWrite] of [
    ['1', 16 * 1024],
    ['2', 4096],
  ] as const) {
    const config = await parseServerConfig({ workers }, {}, async () => undefined);
    const { log } = surroundingsOf(config, {});
    const { maxWrite: actual } = (log as unknown as Record<symbol, { maxWrite: number }>)[pino.symbols.streamSym]!;
    assert.equal(actual, maxWrite);
  }
});
