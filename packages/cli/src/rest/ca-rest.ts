/** The operations of the CA interface that the commands use, with their shapes. */
import { Certificate, CvCertificate, parsePem, PkiError } from '@sealwright/pki';
import { UnexpectedAnswerError } from '../errors.ts';
import type { RestAnswer } from './rest-answer.ts';
import { JsonObject } from './json-object.ts';
import { PENDING, type PendingApproval, pendingApproval } from './pending-approval.ts';
import type { RestRequest } from './rest-client.ts';
import { RestOperations } from './rest-operations.ts';
import { type DryRun, readDryRun } from './dry-run.ts';
import { type EnrollmentRequest, restRequestOf } from './enrollment-request.ts';

/** A CA as it is listed. */
export interface CaInfo {
  readonly id: number;
  readonly name: string;
  readonly subjectDn: string;
  /** Issuer of the root. */
  readonly issuerDn: string;
  /** True when only its certificate is there, not its key. */
  readonly external: boolean;
}

/** A certificate with those above it, the issuing CA's first. */
export interface Enrolled<Kind = Certificate> {
  readonly outcome: 'enrolled';
  readonly certificate: Kind;
  readonly chain: readonly Kind[];
}

/** Request of `revoke`. */
export interface RevocationRequest {
  readonly issuerDn: string;
  /** Hex. */
  readonly serialNumber: string;
  readonly reason: string;
  /** ISO 8601 with offset. */
  readonly date?: string | undefined;
  /** ISO 8601 with offset. */
  readonly invalidityDate?: string | undefined;
}

/** Status of a certificate after `revoke`. */
export interface Revocation {
  readonly outcome: 'done';
  readonly reason: string;
  readonly revoked: boolean;
  /** ISO 8601 in UTC. */
  readonly date: string | undefined;
}

/** Status of a group of operations. */
export interface InterfaceStatus {
  readonly status: string;
  readonly version: string;
  readonly revision: string;
}

/** The CA interface of one server. Every method throws what `RestClient.send` throws. */
export class CaRest extends RestOperations {
  /** Needs no credentials. */
  async status(): Promise<InterfaceStatus> {
    const body = JsonObject.parse(await this.client.send({ method: 'GET', path: '/v1/ca/status' }));
    return { status: body.text('status'), version: body.text('version'), revision: body.text('revision') };
  }

  /** The CAs that the caller may access. */
  async listCas(options: { readonly includeExternal: boolean }): Promise<readonly CaInfo[]> {
    const query = { includeExternal: options.includeExternal ? 'true' : undefined };
    const body = JsonObject.parse(await this.client.send({ method: 'GET', path: '/v1/ca', query }));
    return body.objects('certificate_authorities').map((ca) => ({
      id: ca.integer('id'),
      name: ca.text('name'),
      subjectDn: ca.text('subject_dn'),
      issuerDn: ca.text('issuer_dn'),
      // Older servers list no CA of which they do not hold the key, and do not say so.
      external: ca.optionalBoolean('external') ?? false,
    }));
  }

  /** The chain of a CA, its own certificate first, the root last. */
  async caChain(subjectDn: string): Promise<readonly Certificate[]> {
    const path = `/v1/ca/${encodeURIComponent(subjectDn)}/certificate/download`;
    const { body } = await this.client.send({ method: 'GET', path, accept: '*/*' });
    return readAnswer('the chain', () => {
      // The lines between the blocks name subject and issuer, in UTF-8; the blocks are ASCII.
      const blocks = parsePem(Buffer.from(body).toString('latin1'));
      return blocks.filter(({ label }) => label === 'CERTIFICATE').map(({ der }) => Certificate.parse(der));
    });
  }

  /** Has a certificate issued for the key of the request. */
  async enroll(request: EnrollmentRequest): Promise<Enrolled | PendingApproval> {
    const answer = await this.client.send(restRequestOf(request));
    return answer.status === PENDING ? pendingApproval(answer) : certificateIn(answer, (der) => Certificate.parse(der));
  }

  /** As {@link enroll}, with a request for a card verifiable certificate. */
  async enrollCardVerifiable(request: EnrollmentRequest): Promise<Enrolled<CvCertificate> | PendingApproval> {
    const answer = await this.client.send(restRequestOf(request));
    return answer.status === PENDING
      ? pendingApproval(answer)
      : certificateIn(answer, (der) => CvCertificate.parse(der));
  }

  /** Collects the certificate of an enrollment that was approved; its chain is empty, since this operation answers none. */
  async finalize(requestId: string, password: string): Promise<Enrolled | PendingApproval> {
    const answer = await this.client.send(finalization(requestId, { format: 'DER', password, key: undefined }));
    return answer.status === PENDING ? pendingApproval(answer) : certificateIn(answer, (der) => Certificate.parse(der));
  }

  /** As {@link finalize}, of a card verifiable certificate. */
  async finalizeCardVerifiable(
    requestId: string,
    password: string,
  ): Promise<Enrolled<CvCertificate> | PendingApproval> {
    const answer = await this.client.send(finalization(requestId, { format: 'DER', password, key: undefined }));
    return answer.status === PENDING
      ? pendingApproval(answer)
      : certificateIn(answer, (der) => CvCertificate.parse(der));
  }

  /** Has a key generated and certified for an end entity that exists. */
  async enrollKeystore(request: KeystoreRequest): Promise<IssuedKeystore | PendingApproval> {
    const answer = await this.client.send(keystoreEnrollment(request));
    return answer.status === PENDING ? pendingApproval(answer) : issuedKeystore(answer);
  }

  /** Has the keystore made that was approved. */
  async finalizeKeystore(requestId: string, request: ApprovedKeystore): Promise<IssuedKeystore | PendingApproval> {
    const answer = await this.client.send(finalization(requestId, request));
    return answer.status === PENDING ? pendingApproval(answer) : issuedKeystore(answer);
  }

  /** As {@link enroll}, and nothing is done. */
  dryRunOfEnrollment(request: EnrollmentRequest): Promise<DryRun | PendingApproval> {
    return this.#dryRun(restRequestOf(request));
  }

  /** As {@link enrollKeystore}, and nothing is done. */
  dryRunOfKeystore(request: KeystoreRequest): Promise<DryRun | PendingApproval> {
    return this.#dryRun(keystoreEnrollment(request));
  }

  /** As {@link finalize} and {@link finalizeKeystore}, and nothing is done. @returns the request while it waits */
  dryRunOfFinalization(requestId: string, request: ApprovedKeystore): Promise<DryRun | PendingApproval> {
    return this.#dryRun(finalization(requestId, request));
  }

  async #dryRun(request: RestRequest): Promise<DryRun | PendingApproval> {
    const answer = await this.client.send({ ...request, query: { dryRun: 'true' } });
    return answer.status === PENDING ? pendingApproval(answer) : readDryRun(answer);
  }

  /** Has the end entity of a certificate get the key that is kept with its next keystore. */
  async recoverKey(issuerDn: string, serialNumber: string): Promise<PendingApproval | undefined> {
    const certificate = `${encodeURIComponent(issuerDn)}/${encodeURIComponent(serialNumber)}`;
    const path = `/v2/certificate/${certificate}/keyrecover`;
    const answer = await this.client.send({ method: 'PUT', path, accept: '*/*' });
    return answer.status === PENDING ? pendingApproval(answer) : undefined;
  }

  async activateToken(name: string, code: string): Promise<void> {
    const body = { activation_code: code };
    await this.client.send({ method: 'PUT', path: tokenPath(name, 'activate'), body, accept: '*/*' });
  }

  /** A token whose activation is automatic comes back by its next use. */
  async deactivateToken(name: string): Promise<void> {
    await this.client.send({ method: 'PUT', path: tokenPath(name, 'deactivate'), accept: '*/*' });
  }

  async generateKeyPair(token: string, { alias, algorithm, specification, usage }: KeyGeneration): Promise<void> {
    const body = { key_pair_alias: alias, key_alg: algorithm, key_spec: specification, key_usage: usage };
    await this.client.send({ method: 'POST', path: tokenPath(token, 'generatekeys'), body, accept: '*/*' });
  }

  async removeKeyPair(token: string, alias: string): Promise<void> {
    const path = tokenPath(token, `${encodeURIComponent(alias)}/removekeys`);
    await this.client.send({ method: 'POST', path, accept: '*/*' });
  }

  /** Revokes a certificate, changes its revocation, or makes it valid again. */
  async revoke(request: RevocationRequest): Promise<Revocation | PendingApproval> {
    const { issuerDn, serialNumber, reason, date, invalidityDate } = request;
    const answer = await this.client.send({
      method: 'PUT',
      path: `/v1/certificate/${encodeURIComponent(issuerDn)}/${encodeURIComponent(serialNumber)}/revoke`,
      query: { reason, date, invalidity_date: invalidityDate },
    });
    if (answer.status === PENDING) return pendingApproval(answer);
    const body = JsonObject.parse(answer);
    return {
      outcome: 'done',
      reason: body.text('revocation_reason'),
      revoked: body.boolean('revoked'),
      date: body.optionalText('revocation_date'),
    };
  }
}

/** A request for the keystore of an approved request. */
export interface ApprovedKeystore {
  readonly format: string;
  readonly password: string;
  /** Algorithm and specification; that of the end entity unless given. */
  readonly key: readonly [algorithm: string, specification: string] | undefined;
}

/** A request for a keystore. */
export interface KeystoreRequest {
  readonly username: string;
  /** Of the end entity, and then of the keystore. */
  readonly password: string;
  readonly algorithm: string;
  readonly specification: string;
}

/** A keystore that the server made. */
export interface IssuedKeystore {
  readonly outcome: 'issued';
  readonly keystore: Uint8Array;
  /** Of the certificate, in hex. */
  readonly serialNumber: string;
  /** `PKCS12`, `JKS` or `BCFKS`. */
  readonly format: string;
}

/** Request of `generatekeys`. */
export interface KeyGeneration {
  readonly alias: string;
  readonly algorithm: string;
  readonly specification: string;
  readonly usage: string | undefined;
}

/** Reads an answer to an enrollment. `finalize` answers no chain. */
function certificateIn<Kind>(answer: RestAnswer, parse: (der: Uint8Array) => Kind): Enrolled<Kind> {
  const body = JsonObject.parse(answer);
  return readAnswer('the certificate', () => ({
    outcome: 'enrolled',
    certificate: parse(body.bytes('certificate')),
    chain: body.arrayOfBytes('certificate_chain').map((der) => parse(der)),
  }));
}

function keystoreEnrollment({ username, password, algorithm, specification }: KeystoreRequest): RestRequest {
  const body = { username, password, key_alg: algorithm, key_spec: specification };
  return { method: 'POST', path: '/v1/certificate/enrollkeystore', body };
}

function finalization(requestId: string, { format, password, key }: ApprovedKeystore): RestRequest {
  return {
    method: 'POST',
    path: `/v1/certificate/${encodeURIComponent(requestId)}/finalize`,
    body: { response_format: format, password, key_alg: key?.[0], key_spec: key?.[1] },
  };
}

function issuedKeystore(answer: RestAnswer): IssuedKeystore {
  const body = JsonObject.parse(answer);
  return {
    outcome: 'issued',
    keystore: body.bytes('certificate'),
    serialNumber: body.text('serial_number'),
    format: body.text('response_format'),
  };
}

function tokenPath(name: string, operation: string): string {
  return `/v1/cryptotoken/${encodeURIComponent(name)}/${operation}`;
}

function readAnswer<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new UnexpectedAnswerError(`${what} in the answer cannot be read: ${error.message}`, { cause: error });
  }
}
