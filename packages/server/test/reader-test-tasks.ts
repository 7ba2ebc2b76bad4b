/** Tasks that behave in every way that a task of a reader thread can. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Reads } from '../src/storage/sql/reads.ts';

export const readerTasks = {
  /** Hands over `count` chunks of `octets` octets. */
  chunks: {
    async *run(
      _reads: Reads,
      { count, octets }: { count: number; octets: number },
    ): AsyncGenerator<Uint8Array, string> {
      for (let n = 0; n < count; n++) yield new Uint8Array(octets).fill(n);
      return `${count} chunks`;
    },
  },
  /** Goes on until it is ended, and leaves a note in `ended` then. */
  endless: {
    async *run(_reads: Reads, ended: Int32Array): AsyncGenerator<undefined, never> {
      try {
        for (;;) yield undefined;
      } finally {
        Atomics.store(ended, 0, 1);
      }
    },
  },
  /** Tells by its first number that it has begun, and holds the thread until the second one is set, as one is held that gets no processor. */
  holding: {
    async *run(_reads: Reads, gate: Int32Array): AsyncGenerator<undefined, string> {
      yield undefined;
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
      Atomics.wait(gate, 1, 0);
      return 'held';
    },
  },
  /** Waits a little before each of its steps. */
  slow: {
    async *run(_reads: Reads, steps: number): AsyncGenerator<undefined, string> {
      for (let step = 0; step < steps; step++) {
        await delay(5);
        yield undefined;
      }
      return 'slow';
    },
  },
  /**
   * Goes on until it is ended. Notes how many such tasks are within a step, how many steps have had another one beside them, and how many had none since
   * the last of these.
   */
  beside: {
    async *run(_reads: Reads, steps: Int32Array): AsyncGenerator<undefined, never> {
      // More than a short search takes, by any clock.
      for (const { user } = process.threadCpuUsage(); process.threadCpuUsage().user < user + 100_000;);
      for (;;) {
        const others = Atomics.add(steps, 0, 1);
        if (others > 0) Atomics.add(steps, 1, 1);
        Atomics.store(steps, 2, others > 0 ? 0 : Atomics.load(steps, 2) + 1);
        await delay(1);
        Atomics.sub(steps, 0, 1);
        yield undefined;
      }
    },
  },
  epoch: {
    async *run(reads: Reads): AsyncGenerator<undefined, number> {
      yield undefined;
      return (await reads.kysely.selectFrom('configuration_epoch').select('epoch').executeTakeFirstOrThrow()).epoch;
    },
  },
  bug: {
    async *run(): AsyncGenerator<undefined, never> {
      yield undefined;
      throw new TypeError('a bug of this task');
    },
  },
  failing: {
    async *run(reads: Reads): AsyncGenerator<undefined, unknown> {
      yield undefined;
      return reads.kysely.selectFrom('no_such_table' as never).execute();
    },
  },
  crash: {
    async *run(): AsyncGenerator<undefined, never> {
      yield undefined;
      process.exit(3);
    },
  },
};
