import { setImmediate as nextTurn } from 'node:timers/promises';
import { every, type Task } from '../../background/index.ts';
import type { Authorities } from './authorities.ts';
import type { CertificateAuthority } from '../kinds/index.ts';

/** A CA with the end of something that relying parties need of it. */
export type NotedEnd<End> = End & { readonly authority: CertificateAuthority };

/** Ends of something that relying parties need of CAs, and the task that notes those of all CAs for the operators of this process. */
export abstract class EndsOfCas<End extends object> {
  readonly #taskName: string;
  readonly #authorities: Pick<Authorities, 'list'>;
  #noted: readonly NotedEnd<End>[] | undefined;

  constructor(taskName: string, { authorities }: { readonly authorities: Pick<Authorities, 'list'> }) {
    this.#taskName = taskName;
    this.#authorities = authorities;
  }

  /** Returns the end for a CA; undefined if relying parties need nothing of the kind from it. */
  abstract of(authority: CertificateAuthority): Promise<End | undefined>;

  /** Result of the task's last run; undefined before its first. */
  get noted(): readonly NotedEnd<End>[] | undefined {
    return this.#noted;
  }

  get task(): Task {
    return {
      name: this.#taskName,
      where: 'each-process',
      schedule: every(NOTING_MS),
      run: async (signal) => {
        const found: NotedEnd<End>[] = [];
        for (const authority of await this.#authorities.list()) {
          if (signal.aborted) return;
          await nextTurn();
          const end = await this.of(authority);
          if (end !== undefined) found.push({ ...end, authority });
        }
        this.#noted = found;
      },
    };
  }
}

const NOTING_MS = 300_000;
