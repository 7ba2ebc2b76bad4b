/** A time-stamping authority with any kind of key, and the requests and responses of other producers. */
import { readdirSync, readFileSync } from 'node:fs';

import { hashAlgorithmByName } from '../src/algorithm/index.ts';
import { assembleSignerInfo, issuerAndSerialNumber } from '../src/cms/index.ts';
import { type Der, oid } from '../src/der/index.ts';
import { extendedKeyUsage, KEY_PURPOSES, makeExtension } from '../src/extension/index.ts';
import {
  assembleTimeStampToken,
  encodeTimeStampResponse,
  encodeTokenAttributes,
  encodeTstInfo,
  genTimeOf,
  type TimeStampRequest,
  type TokenAttributes,
  type TstInfo,
  type TstInfoForm,
} from '../src/tsp/index.ts';
import { TestSigner } from './cms-signers.ts';

/** Answers requests, whatever they ask for. */
export class TestAuthority {
  readonly signer: TestSigner;

  constructor(algorithm: string, purposes = [KEY_PURPOSES.timeStamping], critical = true) {
    this.signer = TestSigner.named(algorithm, [makeExtension(extendedKeyUsage, purposes, critical)]);
  }

  /** Returns the content of the time-stamp for `request`, with `changes`. */
  tstInfo(request: TimeStampRequest, changes: Partial<TstInfo> = {}, form: TstInfoForm = {}): Der<'TstInfo'> {
    const { messageImprint, policy = oid('1.2.3.4.1'), nonce } = request;
    const genTime = genTimeOf(NOW_MICROSECONDS, 3);
    return encodeTstInfo({ policy, messageImprint, serialNumber: 0x0a01n, genTime, nonce, ...changes }, form);
  }

  /** A token over `tstInfo`. @param withCertificate - true when left out */
  token(tstInfo: Der<'TstInfo'>, changes: Partial<TokenAttributes> = {}, withCertificate = true): Der<'Pkcs7'> {
    const { algorithms, certificate } = this.signer;
    const certificateHash = hashAlgorithmByName('SHA-256');
    const signedAttributes = encodeTokenAttributes({ tstInfo, algorithms, certificate, certificateHash, ...changes });
    const signer = assembleSignerInfo({
      identifier: issuerAndSerialNumber(certificate),
      algorithms,
      signedAttributes,
      signature: this.signer.sign(signedAttributes),
    });
    return assembleTimeStampToken(tstInfo, signer, withCertificate ? { certificates: [certificate.der] } : {});
  }

  /** Grants `request`. */
  answer(request: TimeStampRequest, changes: Partial<TstInfo> = {}): Der<'TimeStampResponse'> {
    const token = this.token(this.tstInfo(request, changes), {}, request.certificateRequested);
    return encodeTimeStampResponse({ status: { status: 'granted', texts: ['Operation Okay'] }, token });
  }
}

/** 2026-11-21T18:11:42.12 in UTC. */
export const NOW_MICROSECONDS = 1_795_284_702_120_000;

export interface TimeStampFixture {
  /** `openssl-plain`. */
  readonly name: string;
  readonly request: Uint8Array;
  readonly response: Uint8Array;
}

const directory = new URL('../src/tsp/fixtures/', import.meta.url);

/** Every request with its response. */
export function timeStampFixtures(): readonly TimeStampFixture[] {
  const files = readdirSync(directory).filter((file) => file.endsWith('.tsq'));
  if (files.length === 0) throw new RangeError(`${directory.pathname} has no fixture`);
  return files.toSorted().map((file) => {
    const name = file.slice(0, -'.tsq'.length);
    return { name, request: readTimeStampFixture(file), response: readTimeStampFixture(`${name}.tsr`) };
  });
}

/** The file called `name`. */
export function readTimeStampFixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(name, directory)));
}
