/** Documents, crypto tokens, the audit log and the archive of signing workers. */

export interface DocumentTable {
  id: number;
  type: string;
  /** Namespace and name folded as the type compares them; unique within the type. */
  name_key: string;
  namespace: string;
  name: string;
  public_id: number;
  version: number;
  schema_version: number;
  /** The settings as JSON, complete; secret members sealed. */
  body: string;
  created_ms: number;
  modified_ms: number;
}

export interface CryptoTokenStateTable {
  /** The document of the token. */
  token_id: number;
  /** Key that opens a software token's keys, encrypted under its activation code; null when a device does that. */
  protection: Uint8Array | null;
  /** Rises with every deactivation: what was opened under another one is closed. */
  generation: number;
}

export interface CryptoTokenKeyTable {
  id: number;
  /** The document of the token. */
  token_id: number;
  alias: string;
  /** Name in the table of key algorithms, and size or curve. */
  algorithm: string;
  specification: string;
  /** SIGN, ENCRYPT, SIGN_ENCRYPT, or null for any. */
  key_usage: string | null;
  public_key: Uint8Array;
  /** The encrypted PKCS#8 of a software key; null when hardware holds it. */
  protected_key: Uint8Array | null;
  created_ms: number;
  /** A hash of what an import made it for. */
  made_for: string | null;
}

export interface AuditRecordTable {
  id: number;
  unit_id: string;
  /** 0 for the first record of a unit. */
  unit_index: number;
  time_ms: number;
  event: string;
  outcome: string;
  actor: string;
  ca_id: number | null;
  /** Serial number, upper-case hex. */
  serial: string | null;
  username: string | null;
  /** The canonical JSON of the record (RFC 8785), which the other columns only index. */
  record: string;
}

export interface ArchiveTable {
  id: number;
  /** The number of the worker that clients see. */
  worker_id: number;
  archive_id: string;
  /** 0 answer, 1 request. */
  type: number;
  time_ms: number;
  client_address: string;
  /** Issuer of the client's certificate, and its serial number in hex. */
  client_issuer: string | null;
  client_serial: string | null;
  /** Empty when the document stands in parts. */
  data: Uint8Array;
  octets: number;
  parts: number;
}
