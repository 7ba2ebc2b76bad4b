import type { Content } from '../../../kernel/content.ts';

/** Content to be processed, with its sender. */
export interface SigningRequest {
  readonly content: Content;
  readonly metadata: ReadonlyMap<string, string>;
  /** Without directories. */
  readonly fileName: string | undefined;
  readonly client: Client;
  /** `signDocument` unless given. */
  readonly processType?: ProcessType;
  /** Purposes for which to validate a certificate: it has to fit one of them. No purpose is checked unless given. */
  readonly certificatePurposes?: readonly string[];
  /** Key to sign with, instead of the worker's choice. */
  readonly key?: ChosenKey;
  /** True to have workers whose property READONLY is true refuse the request; false unless given. */
  readonly readOnlyHolds?: boolean;
}

/** A key chosen among those of a worker. */
export interface ChosenKey {
  readonly alias: string;
  /** DER SubjectPublicKeyInfo, since the alias may have another key by now. */
  readonly publicKey: Uint8Array;
}

/** Kind of processing that the client requests. Only the servlets can request another one than the first. */
export type ProcessType = 'signDocument' | 'validateDocument' | 'validateCertificate';

/** Sender of a request, as the transport knows it. Nothing in it is trusted before the worker's authorizer has checked it. */
export interface Client {
  /** Address of the connection, or the one that a trusted proxy names. */
  readonly remoteAddress: string;
  /** Address of the connection, for authorizers and archivers that have their own settings for proxies. */
  readonly connectionAddress: string;
  /** The header X-Forwarded-For, which anybody can write. */
  readonly forwardedFor: string | undefined;
  readonly certificate: ClientCertificate | undefined;
  /** HTTP Basic. */
  readonly password: { readonly username: string; readonly password: string } | undefined;
  readonly bearerToken: string | undefined;
  /** By name. */
  readonly cookies: ReadonlyMap<string, string>;
  /** Fields of the worker log. */
  readonly logged: Readonly<Record<string, string>>;
}

/** A client certificate. The client has proven possession of the key; nothing else has been verified. */
export interface ClientCertificate {
  readonly der: Uint8Array;
  /** Lower-case hex. */
  readonly sha256Fingerprint: string;
}
