/** The use cases that make CRLs, take in those of others, and tidy up after them. */
import {
  type CertificateRecord,
  crlUpdater,
  CreateCrls,
  CrlUponRevocation,
  ImportCrl,
  IssueCrl,
  AddCrlPartitions,
  SweepCrlParts,
  TidyAfterCrl,
  UpdateCrls,
} from '../modules/ca/index.ts';
import { AbandonedCrlPartReader, type Database, UnsignedCrlReader, UploadedCrlReader } from '../storage/index.ts';
import type { Deps } from './deps.ts';

/** What they are made of, beside one another. */
type CrlUseCaseDeps = Omit<
  Deps<typeof ImportCrl> &
    Deps<typeof IssueCrl> &
    Deps<typeof AddCrlPartitions> &
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
  const createCrls = new CreateCrls({
    ...deps,
    issueCrl: new IssueCrl({ ...deps, unsigned }),
    tidyAfterCrl: new TidyAfterCrl({ ...deps, unsigned }),
    addPartitions: new AddCrlPartitions(deps),
  });
  const updateCrls = new UpdateCrls({ ...deps, createCrls });
  return {
    executors: { CRL_UPDATER: crlUpdater({ ...deps, updateCrls }) },
    createCrls,
    crlUponRevocation: new CrlUponRevocation(createCrls, deps.onFailed),
    updateCrls,
    importCrl: new ImportCrl({ ...deps, uploaded: new UploadedCrlReader(readers) }),
    crlParts: new SweepCrlParts({ ...deps, abandoned: new AbandonedCrlPartReader(readers) }),
  };
}
