import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { UnitOutcome } from '../engine/index.ts';
import type { BoundUnit, WriteBinding } from './bound-writes.ts';

/** A group of units, bound as far as they can be: those that cannot are not sent to the writer. */
export class BoundGroup {
  /** Units that are to be written. */
  readonly units: readonly BoundUnit[];
  readonly #all: readonly (BoundUnit | UnitOutcome)[];

  constructor(binding: WriteBinding, units: readonly UnitOfWork[]) {
    this.#all = units.map((unit) => tryBind(binding, unit));
    this.units = this.#all.filter(isBound);
  }

  /** Gives one outcome for each unit of the group. @param written - those of {@link units} */
  outcomes(written: readonly UnitOutcome[]): readonly UnitOutcome[] {
    let next = 0;
    return this.#all.map((unit) => (isBound(unit) ? written[next++]! : unit));
  }

  /** As {@link outcomes}, when nobody can tell what was written. */
  unavailable(cause: unknown): readonly UnitOutcome[] {
    return this.outcomes(this.units.map(() => ({ kind: 'unavailable', cause })));
  }
}

function tryBind(binding: WriteBinding, unit: UnitOfWork): BoundUnit | UnitOutcome {
  try {
    return binding.bind(unit);
  } catch (cause) {
    return { kind: 'misfit', cause };
  }
}

function isBound(unit: BoundUnit | UnitOutcome): unit is BoundUnit {
  return !('kind' in unit);
}
