/** The use cases that make CRLs, take in those of others, and tidy up after them. */
import {
  type CertificateRecord,
  CreateCrl,
  CrlUponRevocation,
  ImportCrl,
  IssueCrl,
  SplitCrlPartitions,
  SweepCrlParts,
  TidyAfterCrl,
  UpdateCrls,
} from '../modules/ca/index.ts';
import { AbandonedCrlPartReader } from '../storage/abandoned-crl-part-reader.ts';
import type { Database } from '../storage/database.ts';
import { UnsignedCrlReader } from '../storage/unsigned-crl-reader.ts';
import { UploadedCrlReader } from '../storage/uploaded-crl-reader.ts';
import type { Deps } from './deps.ts';

/** What they are made of, beside one another. */
type CrlUseCaseDeps = Omit<
  Deps<typeof ImportCrl> &
    Deps<typeof IssueCrl> &
    Deps<typeof SplitCrlPartitions> &
    Deps<typeof SweepCrlParts> &
    Deps<typeof TidyAfterCrl>,
  'abandoned' | 'unsigned' | 'uploaded'
> & {
  readonly database: Database;
  readonly isAdministratorCertificate: (record: CertificateRecord) => Promise<boolean>;
};

/** Constructs them. */
export function crlUseCases(deps: CrlUseCaseDeps) {
  const { readers } = deps.database;
  const unsigned = new UnsignedCrlReader(readers);
  const createCrl = new CreateCrl({
    ...deps,
    issueCrl: new IssueCrl({ ...deps, unsigned }),
    tidyAfterCrl: new TidyAfterCrl({ ...deps, unsigned }),
    splitPartitions: new SplitCrlPartitions(deps),
  });
  return {
    createCrl,
    crlUponRevocation: new CrlUponRevocation(createCrl, deps.onFailed),
    updateCrls: new UpdateCrls({ ...deps, createCrl }),
    importCrl: new ImportCrl({ ...deps, uploaded: new UploadedCrlReader(readers) }),
    crlParts: new SweepCrlParts({ ...deps, abandoned: new AbandonedCrlPartReader(readers) }),
  };
}
