/** The use cases in the form in which the administration interface asks for them. */
import type { JsonObject } from '../kernel/canonical-json.ts';
import type {
  AdministrationServices,
  AdministrationApprovalServices as ApprovalServices,
  ArchiveServices,
  CvcServices,
  DocumentServices,
  DocumentView,
} from '../http/index.ts';
import { formatDay } from '@sealwright/pki';
import { BadCvRequestError } from '../modules/ca/index.ts';
import { uniqueIdOf } from '../modules/signing/index.ts';
import type { AnyDocument } from '../modules/configuration/index.ts';
import { caServices } from './ca-services.ts';
import type { Installation } from './installation.ts';
import { workerCertificateServices } from './worker-certificate-services.ts';

/** Connects the administration interface to an installation. */
export function administrationServices(installation: Installation): AdministrationServices {
  return {
    documents: documentServices(installation),
    cryptoTokens: installation.tokens.readTokens,
    cvc: cvcServices(installation),
    cas: caServices(installation),
    approvals: approvalServices(installation),
    services: installation.services.listServices,
    workers: workerCertificateServices(installation),
    workerKeys: installation.signing.workerKeys,
    archive: archiveServices(installation),
    ssh: {
      krl: async (administrator, caName) => (await installation.ca.readSshAuthorities.krl(administrator, caName)).bytes,
    },
  };
}

function approvalServices({ approvals: { readApprovals } }: Installation): ApprovalServices {
  return {
    async get(administrator, requestId) {
      const { requestedBy, next } = await readApprovals.get(administrator, requestId);
      const decidable = (next?.partitions ?? []).filter(({ canDecide }) => canDecide);
      return { requestedBy, decidable: decidable.map(({ partition }) => partition.identifier) };
    },
  };
}

function documentServices({
  configuration,
  administration: { changeDocuments, readDocuments },
}: Installation): DocumentServices {
  return {
    list: (administrator, type, page) => readDocuments.list(administrator, type, page),
    async get(administrator, target) {
      const { document, settings } = await readDocuments.get(administrator, target);
      return viewOf(document, settings);
    },
    usersOf: (administrator, target) => readDocuments.usersOf(administrator, target),
    async plan(administrator, change) {
      return { document: undefined, ...(await changeDocuments.plan(administrator, change)) };
    },
    async apply(administrator, change) {
      const { document, differences } = await changeDocuments.apply(administrator, change);
      const view = document && viewOf(document, await configuration.present(document));
      return { document: view, differences, problems: [] };
    },
  };
}

function cvcServices({ ca: { signCvRequest } }: Installation): CvcServices {
  return {
    async sign(administrator, { lastDay, ...request }) {
      const enrollment = { ...request, notAfter: lastDay === undefined ? undefined : endOfDay(lastDay) };
      const { certificate, serialNumber, chain } = await signCvRequest.sign(administrator, enrollment);
      return {
        certificate: certificate.der,
        chain: chain.map(({ der }) => der),
        holder: certificate.holder.text,
        authority: certificate.authority.text,
        effectiveDate: formatDay(certificate.effectiveDay),
        expirationDate: formatDay(certificate.expirationDay),
        serialNumber,
      };
    },
  };
}

function archiveServices({ signing: { readArchive, removeFromArchive } }: Installation): ArchiveServices {
  return {
    async list(administrator, worker, page) {
      const documents = await readArchive.list(administrator, worker, page);
      return documents.map((document) => ({ ...document, uniqueId: uniqueIdOf(document) }));
    },
    async get(administrator, worker, archiveId, type) {
      const { document, pieces } = await readArchive.get(administrator, worker, archiveId, type);
      return { octets: document.octets, pieces };
    },
    remove: (administrator, worker, beforeMs) => removeFromArchive.remove(administrator, worker, beforeMs),
  };
}

/** Its last second, since 1970. A day that the calendar does not have is none of any certificate. */
function endOfDay(day: string): number {
  const milliseconds = Date.parse(`${day}T23:59:59Z`);
  if (Number.isNaN(milliseconds) || new Date(milliseconds).toISOString().slice(0, 10) !== day)
    throw new BadCvRequestError(`the expiration date ${day} is no day.`);
  return milliseconds / 1000;
}

function viewOf(document: AnyDocument, settings: JsonObject): DocumentView {
  const { type, name, namespace, publicId, version, builtIn, createdMs, modifiedMs, usability } = document;
  const problems = usability.usable ? [] : usability.problems;
  return { type, name, namespace, publicId, version, builtIn, createdMs, modifiedMs, problems, settings };
}
