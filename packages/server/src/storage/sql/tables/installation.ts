/** Documents, crypto tokens, the audit log and the archive of signing workers. */
import type { Tables } from '../columns.ts';

export const installationTables = {
  document: {
    id: 'integer',
    type: 'text',
    /** Namespace and name folded as the type compares them; unique within the type. */
    name_key: 'text',
    namespace: 'text',
    name: 'text',
    public_id: 'integer',
    version: 'integer',
    schema_version: 'integer',
    /** The settings as JSON, complete; secret members sealed. */
    body: 'text',
    created_ms: 'integer',
    modified_ms: 'integer',
  },
  crypto_token_state: {
    /** The document of the token. */
    token_id: 'integer',
    /** Key that opens a software token's keys, encrypted under its activation code; null when a device does that. */
    protection: 'bytes?',
    /** Rises with every deactivation: what was opened under another one is closed. */
    generation: 'integer',
  },
  crypto_token_key: {
    id: 'integer',
    /** The document of the token. */
    token_id: 'integer',
    alias: 'text',
    /** Name in the table of key algorithms, and size or curve. */
    algorithm: 'text',
    specification: 'text',
    /** SIGN, ENCRYPT, SIGN_ENCRYPT, or null for any. */
    key_usage: 'text?',
    public_key: 'bytes',
    /** The encrypted PKCS#8 of a software key; null when hardware holds it. */
    protected_key: 'bytes?',
    created_ms: 'integer',
    /** A hash of what an import made it for. */
    made_for: 'text?',
  },
  audit_record: {
    id: 'integer',
    unit_id: 'text',
    /** 0 for the first record of a unit. */
    unit_index: 'integer',
    time_ms: 'integer',
    event: 'text',
    outcome: 'text',
    actor: 'text',
    ca_id: 'integer?',
    /** Serial number, upper-case hex. */
    serial: 'text?',
    username: 'text?',
    /** The canonical JSON of the record (RFC 8785), which the other columns only index. */
    record: 'text',
  },
  archive: {
    id: 'integer',
    /** The number of the worker that clients see. */
    worker_id: 'integer',
    archive_id: 'text',
    /** 0 answer, 1 request. */
    type: 'integer',
    time_ms: 'integer',
    client_address: 'text',
    /** Issuer of the client's certificate, and its serial number in hex. */
    client_issuer: 'text?',
    client_serial: 'text?',
    /** Empty when the document stands in parts. */
    data: 'bytes',
    octets: 'integer',
    parts: 'integer',
  },
  configuration_epoch: { id: 'integer', epoch: 'integer' },
  id_block: { id: 'integer', next_block: 'integer' },
  /** Facts of the installation as a whole: the sealed TLS key, the id of the installation, ... */
  installation_item: { name: 'text', value: 'bytes', version: 'integer' },
  /** Number of usages of a key that processes have claimed in all, and by the last claim: SHA-256 of the SubjectPublicKeyInfo. */
  key_usage: { public_key_sha256: 'bytes', claimed: 'integer', granted: 'integer' },
  /** Codes that were tried at locks which they did not open, or which are being tried, and when the next one may be. */
  activation_attempt: { lock: 'text', wrong: 'integer', not_before_ms: 'integer', refused_code: 'text?' },
  /** The octets of large documents of the archive, in order. */
  archive_part: { document_id: 'integer', part: 'integer', data: 'bytes' },
  /** Documents that have parts and are not in the archive: not yet (0), or not any more (1). */
  archive_loose: { document_id: 'integer', state: 'integer', created_ms: 'integer' },
} as const satisfies Tables;
