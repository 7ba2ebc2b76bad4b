/** The index of the texts of certificates, which searches for what is in a text read. It is filled in the background. */
import { every, type Leases, type Task } from '../../background/index.ts';

/** The index. Whatever is stored can be found at once: what is not indexed yet is looked at one by one. */
export interface CertificateTextIndex {
  /** Tells whether there is enough to do that it is worth it. Quick, and changes nothing. */
  isDue(): Promise<boolean>;
  /**
   * Does one piece of the work: indexes some thousand certificates, merges parts of the index, or removes what nobody reads any more. It is safe beside another one, and
   * after one that ended in the middle.
   *
   * @returns false when there was nothing to do
   */
  step(signal: AbortSignal): Promise<boolean>;
}

export interface IndexCertificateTextsDeps {
  readonly certificateTexts: CertificateTextIndex;
  readonly leases: Pick<Leases, 'exclusively'>;
}

/** Fills the index, in one process at a time. */
export class IndexCertificateTexts {
  readonly #deps: IndexCertificateTextsDeps;

  constructor(deps: IndexCertificateTextsDeps) {
    this.#deps = deps;
  }

  /** Each process looks, which costs two small reads, and takes the lease only when there is something to do. */
  get task(): Task {
    return {
      name: 'index-certificate-texts',
      where: 'each-process',
      schedule: every(INTERVAL_MS),
      run: async (signal) => {
        const { certificateTexts, leases } = this.#deps;
        if (!(await certificateTexts.isDue())) return NOTHING_TO_DO;
        await leases.exclusively('index-certificate-texts', async () => {
          while (!signal.aborted && (await certificateTexts.step(signal)));
        });
        return WORKED;
      },
    };
  }
}

const WORKED = { outcome: 'worked', problem: '' } as const;
const NOTHING_TO_DO = { outcome: 'nothing-to-do', problem: '' } as const;
/** Searches look at the rows of those that wait meanwhile: a few milliseconds for each thousand. */
const INTERVAL_MS = 5000;
