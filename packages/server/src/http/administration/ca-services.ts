/** What the routes under `/cas` need of the use cases behind them. */
import type { Administrator } from '../../modules/access/index.ts';

/** The act waits for other administrators, as a request of that number. */
export interface PendingApproval {
  readonly requestId: number;
}

/** CAs beside their documents. A CA is named by its document; every act answers how it stands afterwards. */
export interface CaServices {
  /** Those that the administrator has access to, in order of their names. */
  list(administrator: Administrator): Promise<readonly ListedCa[]>;
  /** The newest CRLs. @throws `ca.not_found`, `ca.wrong_kind` */
  crls(administrator: Administrator, name: string): Promise<readonly ListedCrl[]>;
  /** @throws `ca.not_found` */
  get(administrator: Administrator, name: string): Promise<CaView>;
  /** Makes the document and initialises the CA. When the second fails the document stays, and {@link initialize} tries again. */
  create(administrator: Administrator, name: string, settings: unknown): Promise<CaView>;
  initialize(administrator: Administrator, name: string): Promise<CaView>;
  /** @param options - `keySpec`: what the new key of an SSH CA is to be */
  renew(
    administrator: Administrator,
    name: string,
    options: { readonly newKey: boolean; readonly keySpec: string | undefined },
  ): Promise<CaView>;
  /** @param certificates - PEM of one or more each, or base64 of DER */
  receive(administrator: Administrator, name: string, certificates: readonly string[]): Promise<CaView>;
  importExternal(administrator: Administrator, name: string, certificates: readonly string[]): Promise<CaView>;
  /**
   * Makes a CA that has issued elsewhere until now go on here.
   *
   * @throws `ca.keystore_unusable`, `ca.certificate_unusable`, `ca.exists`, `crypto_token.alias_in_use`, `crypto_token.key_import_refused`
   */
  importWithKeys(administrator: Administrator, name: string, settings: object, source: CaSource): Promise<CaView>;
  /** The request in DER. `keyAlias` undefined: a new key. */
  request(
    administrator: Administrator,
    name: string,
    asked: { readonly keyAlias: string | undefined; readonly certificateChain: readonly string[] },
  ): Promise<Uint8Array>;
  /** @throws `approval.already_requested` while the same waits for approval */
  activate(administrator: Administrator, name: string): Promise<CaView | PendingApproval>;
  deactivate(administrator: Administrator, name: string): Promise<CaView>;
  /**
   * Ends a CA. Certificates that it has issued are revoked one after the other, which `revocation` of the view tells of.
   *
   * @throws `ca.not_found`, `ca.wrong_status`, `ca.revokes_caller`
   */
  revoke(administrator: Administrator, name: string, reason: CaRevocationReason): Promise<CaView>;
}

/** Where the key and the certificates of a CA come from: a PKCS#12 file, or a key that is in its crypto token already. */
export type CaSource =
  | {
      readonly kind: 'keystore';
      readonly octets: Uint8Array;
      readonly password: string;
      /** In the place of those in the file. */
      readonly certificates?: readonly string[];
    }
  | { readonly kind: 'certificates'; readonly certificates: readonly string[] };

/** Why a CA is revoked, for good. */
export type CaRevocationReason =
  | 'UNSPECIFIED'
  | 'KEY_COMPROMISE'
  | 'CA_COMPROMISE'
  | 'AFFILIATION_CHANGED'
  | 'SUPERSEDED'
  | 'CESSATION_OF_OPERATION'
  | 'PRIVILEGES_WITHDRAWN'
  | 'AA_COMPROMISE';

/** A CA as it is listed. */
export interface ListedCa {
  /** The number that clients see. */
  readonly publicId: number;
  readonly name: string;
  /** `X509`, `CVC` or `SSH`. */
  readonly kind: string;
  readonly status: string;
  readonly subjectDn: string;
  /** Of the root. */
  readonly issuerDn: string;
  /** Hexadecimal; of an X.509 certificate only. */
  readonly serialNumber: string | undefined;
  /** Seconds since the epoch; undefined without a certificate. */
  readonly notAfterSeconds: number | undefined;
  /** Of the crypto token with its keys; undefined without keys. */
  readonly tokenState: 'active' | 'offline' | undefined;
}

/** The newest CRL of a kind and partition. */
export interface ListedCrl {
  readonly kind: 'base' | 'delta';
  /** 0 is the main CRL. */
  readonly partition: number;
  readonly number: number;
  /** Seconds since the epoch. */
  readonly thisUpdateSeconds: number;
  readonly nextUpdateSeconds: number;
  readonly octets: number;
  readonly imported: boolean;
}

export interface CaView {
  /** The number that clients see. */
  readonly publicId: number;
  readonly name: string;
  /** `X509`, `CVC` or `SSH`. */
  readonly kind: string;
  readonly status: string;
  readonly subjectDn: string;
  readonly keyAlias: string;
  readonly keySequence: string;
  /** Seconds since the epoch; undefined without a certificate. */
  readonly notAfterSeconds: number | undefined;
  /** X.509 certificates in DER; empty for a CA of another kind. */
  readonly chain: readonly Uint8Array[];
  readonly further: readonly {
    readonly role: string;
    readonly keyAlias: string;
    readonly notAfterSeconds: number;
    readonly certificate: Uint8Array;
  }[];
  /** DER of the certification request that waits for an answer. */
  readonly request: Uint8Array | undefined;
  /** Undefined while it is not revoked. */
  readonly revocation:
    | {
        readonly reason: string;
        readonly atSeconds: number;
        /** Certificates that were revoked with it. */
        readonly certificates: number;
        /** True when those are all. */
        readonly complete: boolean;
      }
    | undefined;
}
