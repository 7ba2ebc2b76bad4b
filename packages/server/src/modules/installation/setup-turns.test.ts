import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError, type ErrorKind } from '../../kernel/errors.ts';
import { setUpInTurn } from './setup-turns.ts';

class Refusal extends AppError {
  override readonly code = 'document.exists';
  override readonly kind: ErrorKind;

  constructor(kind: ErrorKind) {
    super('refused');
    this.kind = kind;
  }
}

describe('the first start of a process that has lost its turn without noticing', () => {
  /** Every turn is given at once. */
  const run = async (fails: (turn: number) => Error | undefined) => {
    let turns = 0;
    const work = async (): Promise<string> => {
      const error = fails(++turns);
      if (error !== undefined) throw error;
      return `made in turn ${turns}`;
    };
    const made = await setUpInTurn({ inTurn: async (_name, act) => act() }, work).catch((error: unknown) => error);
    return { made, turns };
  };

  it('goes on in another turn from what others have made', async () => {
    const conflict = new Refusal('conflict');
    assert.deepEqual(await run((turn) => (turn < 3 ? conflict : undefined)), { made: 'made in turn 3', turns: 3 });
  });

  it('fails when there is no end to it', async () => {
    const conflict = new Refusal('conflict');
    assert.deepEqual(await run(() => conflict), { made: conflict, turns: 5 });
  });

  it('fails of everything else at once', async () => {
    for (const error of [new Refusal('unavailable'), new RangeError('a bug')])
      assert.deepEqual(await run(() => error), { made: error, turns: 1 });
  });
});
