/** Index of the texts in certificates, used by searches with `LIKE`. It is filled in the background. */
import { WithDeps } from '../../../kernel/with-deps.ts';
import { every, type Leases, NOTHING_TO_DO, type Task } from '../../background/index.ts';

/** The index. Stored certificates can be found at once: those not indexed yet are compared one by one. */
export interface CertificateTextIndex {
  /** Tells whether there is enough work. Fast and without side effects. */
  isDue(): Promise<boolean>;
  /**
   * Does one piece of work: indexes some thousand certificates, merges parts of the index, or removes parts that are no longer read. It may run
   * concurrently with another one, and after one that was interrupted.
   *
   * @returns false if there was nothing to do
   */
  step(signal: AbortSignal): Promise<boolean>;
}

/** The counts of certificates by CA, profiles and status. They are right at any time. */
export interface CertificateCounts {
  /** Tells whether enough changes of status wait to be added up to make counts slower. */
  isDue(): Promise<boolean>;
  /**
   * Adds up some thousand.
   *
   * @returns false if there was nothing to do
   */
  step(signal: AbortSignal): Promise<boolean>;
}

export interface IndexCertificateTextsDeps {
  readonly certificateCounts: CertificateCounts;
  readonly certificateTexts: CertificateTextIndex;
  readonly leases: Pick<Leases, 'exclusively'>;
}

/** Fills the index, and adds up the counts, in one process at a time. */
export class IndexCertificateTexts extends WithDeps<IndexCertificateTextsDeps> {
  /** Task for every process. It checks with a few small reads, and takes the lease only if there is work. */
  get task(): Task {
    return {
      name: 'index-certificate-texts',
      where: 'each-process',
      schedule: every(INTERVAL_MS),
      run: async (signal) => {
        const { certificateCounts, certificateTexts, leases } = this.deps;
        if (!(await certificateCounts.isDue()) && !(await certificateTexts.isDue())) return NOTHING_TO_DO;
        await leases.exclusively('index-certificate-texts', async () => {
          for (const work of [certificateCounts, certificateTexts])
            while (!signal.aborted && (await work.step(signal)));
        });
        return WORKED;
      },
    };
  }
}

const WORKED = { outcome: 'worked', problem: '' } as const;
/** Until then searches compare the rows that are not indexed, which takes a few milliseconds per thousand. */
const INTERVAL_MS = 5000;
