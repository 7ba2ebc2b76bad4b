import type { Content } from '../../../kernel/content.ts';

/** A document to be processed, and who sent it. */
export interface SigningRequest {
  readonly content: Content;
  readonly metadata: ReadonlyMap<string, string>;
  /** Without directories. */
  readonly fileName: string | undefined;
  readonly client: Client;
  /** To sign it unless given. */
  readonly processType?: ProcessType;
  /** Purposes of a certificate that is to be validated: one of them has to be right. None are asked for unless given. */
  readonly certificatePurposes?: readonly string[];
  /** Key that it is to sign with, instead of the one that it would choose. */
  readonly key?: ChosenKey;
  /** Has workers whose property READONLY is true refuse it. Not unless given. */
  readonly readOnlyHolds?: boolean;
}

/** A key of a worker that was chosen among those that it has. */
export interface ChosenKey {
  readonly alias: string;
  /** DER SubjectPublicKeyInfo: another key under the alias is not meant. */
  readonly publicKey: Uint8Array;
}

/** Act that is wanted of a worker. Only the servlets can say another one than the first. */
export type ProcessType = 'signDocument' | 'validateDocument' | 'validateCertificate';

/** Sender of a request, as the transport knows it. Nothing of it is trusted before the worker's authorizer has looked. */
export interface Client {
  /** That of the connection, or the one that a proxy names whom the server trusts. */
  readonly remoteAddress: string;
  /** That of the connection: for what has settings of its own on proxies. */
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
  readonly logged: ReadonlyMap<string, string>;
}

/** A certificate whose key was proven; nothing else of it is known. */
export interface ClientCertificate {
  readonly der: Uint8Array;
  /** Lower-case hex. */
  readonly sha256Fingerprint: string;
}
