/** The operations of the administration interface on CAs, with their shapes. */
import { formatPem, parsePem, PkiError } from '@sealwright/pki';
import { UnexpectedAnswerError } from '../errors.ts';
import type { Settings } from './administration-rest.ts';
import { JsonObject } from './json-object.ts';
import { PENDING, type PendingApproval, pendingApproval } from './pending-approval.ts';
import type { RestRequest } from './rest-client.ts';
import { RestOperations } from './rest-operations.ts';

/** A CA as it is listed. */
export interface ListedCa {
  readonly id: number;
  readonly name: string;
  /** `X509`, `CVC` or `SSH`. */
  readonly type: string;
  /** `ACTIVE`, ...; `EXTERNAL` for one of which only the certificate is there. */
  readonly status: string;
  readonly subjectDn: string;
  /** Issuer of the root. */
  readonly issuerDn: string;
  /** Hexadecimal; of an X.509 certificate only. */
  readonly serialNumber: string | undefined;
  /** ISO 8601 in UTC; undefined without a certificate. */
  readonly notAfter: string | undefined;
  /** `active` or `offline`; undefined without keys. */
  readonly tokenState: string | undefined;
  /** Its newest base CRLs; undefined for a CA whose CRLs nobody needs. */
  readonly crls: CrlsOfCa | undefined;
  /** Its OCSP responders; undefined for a CA that needs none. */
  readonly ocspResponder: OcspResponderOfCa | undefined;
  /** Addresses that its settings have for certificates; undefined for a CA that issues none of X.509 here. */
  readonly addresses: AddressesOfCa | undefined;
}

export interface CrlsOfCa {
  /** Partitions without one. */
  readonly missing: number;
  /** When the first of them ends, ISO 8601 in UTC; undefined without any. */
  readonly nextUpdate: string | undefined;
}

export interface OcspResponderOfCa {
  /** Keys of the CA without one. */
  readonly missing: number;
  /** One ends soon, or has ended, and should have been renewed by now. */
  readonly endsSoon: boolean;
  /** When the first of their certificates ends, ISO 8601 in UTC; undefined without any. */
  readonly notAfter: string | undefined;
}

/** True for each kind of which there is an address. */
export interface AddressesOfCa {
  readonly crl: boolean;
  readonly certificate: boolean;
  readonly ocsp: boolean;
}

/** A CA as it stands. */
export interface CaState {
  readonly id: number;
  readonly name: string;
  /** `X509`, `CVC` or `SSH`. */
  readonly type: string;
  readonly status: string;
  readonly subjectDn: string;
  /** Empty while it has no key. */
  readonly keyAlias: string;
  readonly keySequence: string;
  /** ISO 8601 in UTC. */
  readonly notAfter: string | undefined;
  /** PEM, its own first. */
  readonly chain: readonly string[];
  readonly further: readonly FurtherCertificate[];
  /** PEM of the certification request that waits for an answer. */
  readonly request: string | undefined;
  /** Undefined while it is not revoked. */
  readonly revocation: CaRevocation | undefined;
}

/** Progress of the revocation of a CA. */
export interface CaRevocation {
  readonly reason: string;
  readonly date: string;
  /** Certificates that were revoked with it. */
  readonly certificates: number;
  /** True when those are all. */
  readonly complete: boolean;
}

/** A PKCS#12 file in base64, with certificates instead of its own; or the certificates (PEM, or base64 of DER) of a key that is in the crypto token. */
export type CaSource =
  | { readonly keystore: string; readonly password: string; readonly certificates?: readonly string[] }
  | { readonly certificates: readonly string[] };

export interface FurtherCertificate {
  /** `former`, `new-with-old` or `old-with-new`. */
  readonly role: string;
  readonly keyAlias: string;
  readonly notAfter: string;
  readonly certificate: string;
}

/** CAs on one server. Every method throws what `RestClient.send` throws. */
export class CaAdministrationRest extends RestOperations {
  /** The CAs that the caller may access, in order of their names. */
  async list(): Promise<readonly ListedCa[]> {
    const body = JsonObject.parse(await this.client.send({ method: 'GET', path: '/cas' }));
    return body.objects('cas').map((ca) => ({
      id: ca.integer('id'),
      name: ca.text('name'),
      type: ca.text('type'),
      status: ca.text('status'),
      subjectDn: ca.text('subject_dn'),
      issuerDn: ca.text('issuer_dn'),
      serialNumber: ca.optionalText('serial_number'),
      notAfter: ca.optionalText('not_after'),
      tokenState: ca.optionalText('crypto_token_state'),
      crls: crlsOf(ca.optionalObject('crls')),
      ocspResponder: responderOf(ca.optionalObject('ocsp_responder')),
      addresses: addressesOf(ca.optionalObject('addresses')),
    }));
  }

  get(name: string): Promise<CaState> {
    return this.#state({ method: 'GET', path: pathOf(name) });
  }

  create(name: string, settings: Settings): Promise<CaState> {
    return this.#state({ method: 'POST', path: pathOf(name), body: { settings } });
  }

  initialize(name: string): Promise<CaState> {
    return this.#act(name, 'initialize', {});
  }

  /** @param renewal - `keySpec`: what the new key of an SSH CA is to be, in place of one like the present */
  renew(name: string, { newKey, keySpec }: { readonly newKey: boolean; readonly keySpec?: string | undefined }) {
    return this.#act(name, 'renew', { new_key: newKey || keySpec !== undefined, key_spec: keySpec });
  }

  /** Gives the OCSP responder of an external CA its certificate. */
  receiveResponder(name: string, certificates: readonly string[]): Promise<CaState> {
    return this.#act(name, 'ocsp-receive', { certificates });
  }

  receive(name: string, certificates: readonly string[]): Promise<CaState> {
    return this.#act(name, 'receive', { certificates });
  }

  import(name: string, certificates: readonly string[]): Promise<CaState> {
    return this.#act(name, 'import', { certificates });
  }

  importWithKeys(name: string, settings: Settings, source: CaSource): Promise<CaState> {
    return this.#act(name, 'import-keys', { settings, source });
  }

  /** Others may have to approve it first. */
  async activate(name: string): Promise<CaState | PendingApproval> {
    const answer = await this.client.send({ method: 'POST', path: `${pathOf(name)}/activate`, body: {} });
    return answer.status === PENDING ? pendingApproval(answer) : stateOf(JsonObject.parse(answer));
  }

  deactivate(name: string): Promise<CaState> {
    return this.#act(name, 'deactivate', {});
  }

  revoke(name: string, reason: string): Promise<CaState> {
    return this.#act(name, 'revoke', { reason });
  }

  /** PEM. Without an alias the request is for a new key. */
  async request(name: string, asked: { readonly keyAlias: string | undefined; readonly chain: readonly string[] }) {
    const body = { key_alias: asked.keyAlias, certificate_chain: asked.chain };
    const answer = await this.client.send({ method: 'POST', path: `${pathOf(name)}/csr`, body });
    return requestOf(JsonObject.parse(answer).text('certification_request'));
  }

  /** PEM: the request of the OCSP responder of an external CA. */
  async requestResponder(name: string) {
    const answer = await this.client.send({ method: 'POST', path: `${pathOf(name)}/ocsp-csr`, body: {} });
    return requestOf(JsonObject.parse(answer).text('certification_request'));
  }

  #act(name: string, act: string, body: object): Promise<CaState> {
    return this.#state({ method: 'POST', path: `${pathOf(name)}/${act}`, body });
  }

  async #state(request: RestRequest): Promise<CaState> {
    return stateOf(JsonObject.parse(await this.client.send(request)));
  }
}

function stateOf(body: JsonObject): CaState {
  return {
    id: body.integer('id'),
    name: body.text('name'),
    type: body.text('type'),
    status: body.text('status'),
    subjectDn: body.text('subject_dn'),
    keyAlias: body.text('key_alias'),
    keySequence: body.text('key_sequence'),
    notAfter: body.optionalText('not_after'),
    chain: body.texts('certificate_chain'),
    further: body.objects('further_certificates').map((each) => ({
      role: each.text('role'),
      keyAlias: each.text('key_alias'),
      notAfter: each.text('not_after'),
      certificate: each.text('certificate'),
    })),
    request: body.optionalText('certification_request'),
    revocation: revocationIn(body),
  };
}

function revocationIn(body: JsonObject): CaRevocation | undefined {
  const revocation = body.optionalObject('revocation');
  return (
    revocation && {
      reason: revocation.text('reason'),
      date: revocation.text('date'),
      certificates: revocation.integer('certificates'),
      complete: revocation.boolean('complete'),
    }
  );
}

/** Nothing but PEM: the file that it goes to is given to others. */
function requestOf(text: string): string {
  try {
    return parsePem(text)
      .map(({ label, der }) => formatPem(label, der))
      .join('');
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new UnexpectedAnswerError(`the request in the answer cannot be read: ${error.message}`, { cause: error });
  }
}

function pathOf(name: string): string {
  return `/cas/${encodeURIComponent(name)}`;
}

function crlsOf(crls: JsonObject | undefined): CrlsOfCa | undefined {
  return crls && { missing: crls.integer('missing'), nextUpdate: crls.optionalText('next_update') };
}

function responderOf(responder: JsonObject | undefined): OcspResponderOfCa | undefined {
  return (
    responder && {
      missing: responder.integer('missing'),
      endsSoon: responder.boolean('ends_soon'),
      notAfter: responder.optionalText('not_after'),
    }
  );
}

function addressesOf(addresses: JsonObject | undefined): AddressesOfCa | undefined {
  return (
    addresses && {
      crl: addresses.boolean('crl'),
      certificate: addresses.boolean('certificate'),
      ocsp: addresses.boolean('ocsp'),
    }
  );
}
