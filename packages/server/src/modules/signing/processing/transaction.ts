/** One request on its way through a worker, and its entry in the worker log. */
import { Certificate, PkiError } from '@sealwright/pki';
import type { Clock } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import type { ContentToSave, SavedRequest, StoredEntry } from '../archive/index.ts';
import type { Authorized } from '../authorizers/index.ts';
import type { KeyUsage } from '../keys/index.ts';
import {
  type ClientCertificate,
  type SigningRequest,
  WorkerLog,
  type WorkerLogFields,
} from '../worker-contract/index.ts';
import type { WorkerDocument } from '../workers/index.ts';

export interface Transaction {
  /** A UUID that identifies the request in log and archive. */
  readonly id: string;
  /** A signed number of 32 bits. */
  readonly requestId: number;
  readonly log: WorkerLog;
  /** The addressed worker, once found. */
  worker?: WorkerDocument;
  /** Key usages taken for this request. */
  readonly usages: KeyUsage[];
  /** Keys that were used, in order, each with the number of workers that had passed the request on to its own. */
  readonly keys: { readonly worker: string; readonly alias: string; readonly depth: number }[];
  /** Documents stored in the archive. */
  readonly archived: StoredEntry[];
  /** Documents to be written to disk. */
  readonly toSave: ContentToSave[];
  /** Files that are written or about to be; set once the request is planned. */
  saved: SavedRequest | undefined;
  /** Acts that its workers do only once, by worker id, however often the request is processed. */
  readonly acts: Map<number, Promise<unknown>>;
  /** The client, once admitted. */
  client?: Authorized;
}

/** Begins the transaction of a request. */
export function beginTransaction(
  { client, fileName }: SigningRequest,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): Transaction {
  const id = newUuid(random);
  const requestId = new DataView(random.bytes(4).buffer).getInt32(0);
  const log = new WorkerLog({
    LOG_ID: id,
    LOG_TIME: clock.nowMs(),
    REQUESTID: requestId,
    CLIENT_IP: client.remoteAddress,
    FILENAME: fileName,
    ...client.logged,
    ...certificateFields(client.certificate),
  });
  return {
    id,
    requestId,
    log,
    usages: [],
    keys: [],
    archived: [],
    toSave: [],
    saved: undefined,
    acts: new Map(),
  };
}

/** Returns the fields of the certificate, unverified: verification is up to the authorizer. Read once for each connection. */
function certificateFields(shown: ClientCertificate | undefined): WorkerLogFields {
  if (shown === undefined) return {};
  let fields = known.get(shown);
  if (fields === undefined) known.set(shown, (fields = readCertificate(shown)));
  return fields;
}

function readCertificate({ der }: ClientCertificate): WorkerLogFields {
  try {
    const { subject, issuer, serialNumber } = Certificate.parse(der);
    return {
      CLIENT_CERT_SUBJECTDN: subject.toString(),
      CLIENT_CERT_ISSUERDN: issuer.toString(),
      CLIENT_CERT_SERIALNUMBER: serialNumber,
    };
  } catch (error) {
    if (error instanceof PkiError) return {};
    throw error;
  }
}

/** Returns a random UUID (version 4, RFC 9562 §5.4). */
function newUuid(random: Random): string {
  const bytes = random.bytes(16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const digits = bytes.toHex();
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;
}

const known = new WeakMap<ClientCertificate, WorkerLogFields>();
