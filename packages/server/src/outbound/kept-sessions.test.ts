import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type KeptSession, KeptSessions } from './kept-sessions.ts';

const { signal } = new AbortController();

class Session implements KeptSession {
  isOpen = true;
  restMs: number | undefined;
  wake(): void {
    this.restMs = undefined;
  }
  rest(milliseconds: number): void {
    this.restMs = milliseconds;
  }
  end(): void {
    this.isOpen = false;
  }
}

function sessions() {
  const opened: Session[] = [];
  const kept = new KeptSessions(() => {
    opened.push(new Session());
    return Promise.resolve(opened.at(-1)!);
  });
  return { kept, opened };
}

describe('connections that are kept', () => {
  it('are used again, by one caller at a time, and end when nobody comes', async () => {
    const { kept, opened } = sessions();
    await Promise.all([1, 2].map(() => kept.use(signal, () => new Promise(setImmediate))));
    await kept.use(signal, async () => undefined);
    assert.equal(opened.length, 2);
    assert.ok(opened.every(({ restMs }) => restMs === 30_000));
  });

  it('are made anew where one has ended, before its use or in it', async () => {
    const { kept, opened } = sessions();
    await kept.use(signal, async () => undefined);
    const used: Session[] = [];
    await kept.use(signal, async (session) => {
      used.push(session);
      if (used.length > 1) return;
      session.end();
      throw new Error('ended');
    });
    assert.deepEqual(used, opened);
    opened[1]!.end();
    await kept.use(signal, async () => undefined);
    assert.equal(opened.length, 3);
  });

  it('are kept after a refusal, and the refusal is told', async () => {
    const { kept, opened } = sessions();
    await assert.rejects(
      kept.use(signal, () => Promise.reject(new Error('refused'))),
      /refused/,
    );
    await assert.rejects(
      kept.use(signal, () => Promise.reject(new Error('refused'))),
      /refused/,
    );
    assert.equal(opened.length, 1);
  });

  it('end with the signal of their user, and when they are closed', async () => {
    const { kept, opened } = sessions();
    const stopping = new AbortController();
    const ended = kept.use(stopping.signal, () => new Promise(() => undefined));
    await new Promise(setImmediate);
    stopping.abort();
    await assert.rejects(ended, { name: 'AbortError' });
    await kept.use(signal, async () => kept.close());
    assert.deepEqual(
      opened.map(({ isOpen }) => isOpen),
      [false, false],
    );
  });
});
