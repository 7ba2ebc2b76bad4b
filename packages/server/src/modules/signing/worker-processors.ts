/** The processors of all kinds of workers, constructed with what each needs. */
import type { DocumentLimits } from '../../kernel/work-limits.ts';
import type { UseCaseDeps } from '../access/index.ts';
import { firstActiveDispatcher, RequestedPolicyDispatcher, userMappedDispatcher } from './dispatchers/index.ts';
import type { WorkerFiles } from './worker-contract/index.ts';
import type { ProcessorMakers } from './processing/index.ts';
import { RenewalWorker, type WorkerRenewals } from './renewal/index.ts';
import {
  CrlIndexes,
  type ForeignCrls,
  type OcspResponders,
  type OwnCertificates,
  type OwnCrls,
  PathRevocation,
} from './revocation/index.ts';
import { adesSigner } from './signers/ades/index.ts';
import { CmsSigner, PlainSigner } from './signers/cms/index.ts';
import { type TimeStampAuthorities, TimeStamps } from './signers/common/index.ts';
import { PdfDocuments, PdfSigner, SignerEvidence } from './signers/pdf/index.ts';
import {
  AuthenticodeTimeStampSigner,
  type ReliableTime,
  SourcedTime,
  TimeStampSigner,
} from './signers/time-stamps/index.ts';
import { XadesSigner, XmlDocuments, XmlSigner } from './signers/xml/index.ts';
import {
  qosStatusWorker,
  signerStatusReportWorker,
  StatusPropertiesWorker,
  StatusRepository,
  timeMonitorStatusReportWorker,
  type WorkerStatusSource,
} from './status-workers/index.ts';
import { ValidationService, XadesValidator, XmlValidator } from './validators/index.ts';

export interface WorkerProcessorsDeps extends Pick<UseCaseDeps, 'clock' | 'random'> {
  readonly isWorkerProcess: boolean;
  readonly limits: DocumentLimits;
  readonly files: WorkerFiles;
  readonly foreignCrls: ForeignCrls;
  readonly ocspResponders: OcspResponders;
  readonly ownCertificates: OwnCertificates;
  readonly ownCrls: OwnCrls;
  readonly renewals: Pick<WorkerRenewals, 'renewFor'>;
  readonly statuses: WorkerStatusSource;
  readonly reliableTime: ReliableTime;
  readonly timeStampAuthorities: TimeStampAuthorities;
}

/** Returns functions that construct the processors, under the names that their kinds have in `workers/worker-kinds.ts`. */
export function workerProcessors(deps: WorkerProcessorsDeps): ProcessorMakers {
  const { clock, files, isWorkerProcess, limits, random, renewals, statuses, timeStampAuthorities } = deps;
  const crlIndexes = new CrlIndexes();
  const evidence = new SignerEvidence({ ...deps, crlIndexes });
  const revocation = new PathRevocation({ ...deps, crlIndexes });
  const pdfDocuments = new PdfDocuments(limits);
  const xmlDocuments = new XmlDocuments(limits);
  const status = new StatusRepository(clock);
  const time = new SourcedTime({ time: deps.reliableTime, status });
  const timeStamps = new TimeStamps({ authorities: timeStampAuthorities, random });

  const cmsSigner: ProcessorMakers['cmsSigner'] = (settings) => new CmsSigner(settings, { clock, timeStamps });
  const pdfSigner: ProcessorMakers['pdfSigner'] = (settings) =>
    new PdfSigner(settings, { clock, evidence, files, pdfDocuments, random, timeStamps });
  const timeStampSigner: ProcessorMakers['timeStampSigner'] = (settings) =>
    new TimeStampSigner(settings, { random, time });
  const xadesSigner: ProcessorMakers['xadesSigner'] = (settings) =>
    new XadesSigner(settings, { clock, timeStamps, xmlDocuments });
  const statusPropertiesWorker = () => new StatusPropertiesWorker({ clock, isWorkerProcess, status });
  return {
    cmsSigner,
    extendedCmsSigner: cmsSigner,
    plainSigner: (settings) => new PlainSigner(settings),
    pdfSigner,
    xmlSigner: (settings) => new XmlSigner(settings, xmlDocuments),
    xadesSigner,
    adesSigner: (settings) => adesSigner(settings, { cmsSigner, pdfSigner, xadesSigner }),
    timeStampSigner,
    extendedTimeStampSigner: timeStampSigner,
    authenticodeTimeStampSigner: (settings) => new AuthenticodeTimeStampSigner(settings, { time }),
    firstActiveDispatcher,
    userMappedDispatcher,
    requestedPolicyDispatcher: (settings) => new RequestedPolicyDispatcher(settings),
    validationService: (settings) => new ValidationService(settings, { clock, revocation }),
    xmlValidator: (settings) => new XmlValidator(settings, xmlDocuments),
    xadesValidator: (settings) => new XadesValidator(settings, { clock, revocation, xmlDocuments }),
    statusPropertiesWorker,
    timeMonitorManager: statusPropertiesWorker,
    timeMonitorStatusReportWorker: () => timeMonitorStatusReportWorker(status),
    qosStatusWorker,
    signerStatusReportWorker: (settings) => signerStatusReportWorker(settings, statuses),
    renewalWorker: () => new RenewalWorker({ renewals }),
  };
}
