/** The operations on SSH CAs that the commands use, with their shapes. */
import { PkiError, SshCertificate, SshPublicKey } from '@sealwright/pki';
import { UnexpectedAnswerError } from '../errors.ts';
import { JsonObject } from './json-object.ts';
import { STRICT } from './rest-client.ts';
import { RestOperations } from './rest-operations.ts';

/** Request of `certificaterequest`. */
export interface SshCertificateRequest {
  readonly ca: string | undefined;
  readonly certificateProfile: string | undefined;
  readonly endEntityProfile: string;
  readonly username: string;
  readonly password: string;
  /** One line. */
  readonly publicKey: string;
  readonly keyId: string;
  readonly principals: readonly string[];
  readonly forceCommand: string | undefined;
  readonly sourceAddress: string | undefined;
  /** Values by name; empty for a flag. */
  readonly extensions: ReadonlyMap<string, string>;
  /** ISO 8601 with offset. */
  readonly notBefore: string | undefined;
  readonly notAfter: string | undefined;
}

/** A line that was read. */
export interface SshLine<T> {
  /** Without a line feed. */
  readonly line: string;
  readonly read: T;
}

/** The SSH operations of the CA interface of one server. Every method throws what `RestClient.send` throws. */
export class SshRest extends RestOperations {
  async publicKey(ca: string): Promise<SshLine<SshPublicKey>> {
    const path = `/v1/ssh/${encodeURIComponent(ca)}/pubkey`;
    const body = JsonObject.parse(await this.client.send({ method: 'GET', path }));
    return readLine('the public key', body.bytes('response'), (line) => SshPublicKey.parseLine(line).key);
  }

  async requestCertificate(request: SshCertificateRequest): Promise<SshLine<SshCertificate>> {
    const { forceCommand, sourceAddress } = request;
    const extensions = [...request.extensions].map(
      ([name, value]) => [name, Buffer.from(value).toString('base64')] as const,
    );
    const answer = await this.client.send({
      method: 'POST',
      path: '/v1/ssh/certificaterequest',
      headers: STRICT,
      body: {
        certificate_authority: request.ca,
        certificate_profile: request.certificateProfile,
        end_entity_profile: request.endEntityProfile,
        username: request.username,
        password: request.password,
        public_key: request.publicKey,
        key_id: request.keyId,
        principals: request.principals,
        critical_options: { force_command: forceCommand, source_address: sourceAddress },
        additional_extensions: Object.fromEntries(extensions),
        not_before: request.notBefore,
        not_after: request.notAfter,
      },
    });
    const bytes = JsonObject.parse(answer).bytes('certificate');
    return readLine('the certificate', bytes, (line) => SshCertificate.parseLine(line).certificate);
  }
}

function readLine<T>(what: string, bytes: Uint8Array, read: (line: string) => T): SshLine<T> {
  const line = Buffer.from(bytes).toString('utf8').trimEnd();
  try {
    return { line, read: read(line) };
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new UnexpectedAnswerError(`${what} in the answer cannot be read: ${error.message}`, { cause: error });
  }
}
