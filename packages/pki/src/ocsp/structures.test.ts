/** Requests and responses: what is written is read again, and anything else is refused. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { TestResponder } from '../../../../test/pki/test-ocsp.ts';
import { TestCa } from '../../../../test/pki/test-pki.ts';
import { signatureAlgorithmByName } from '../algorithm/index.ts';
import { asDer, type Der, type DerWriter, oid, writeDer } from '../der/index.ts';
import { PkiError } from '../errors.ts';
import { makeExtension } from '../extension/index.ts';
import {
  assembleBasicOcspResponse,
  assembleOcspRequest,
  BasicOcspResponse,
  encodeOcspResponse,
  encodeOcspResponseData,
  encodeTbsOcspRequest,
  ocspCertificateId,
  ocspNonce,
  OcspRequest,
  parseOcspResponse,
  responderIdOf,
} from './index.ts';

const NOW = Date.UTC(2026, 0, 1) / 1000;
const ca = TestCa.root('CN=Root');
const { certificate } = ca.issue({ subject: 'CN=alice' });
const certificateId = ocspCertificateId(certificate, ca.certificate.publicKey);
const queries = [{ certificateId }];

function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof PkiError) return error.code;
    throw error;
  }
  return 'none';
}

describe('a request', () => {
  const requestorName = { type: 'directoryName', value: certificate.subject } as const;
  const nonce = makeExtension(ocspNonce, new Uint8Array(32).fill(7), false);

  it('is read as it was written', () => {
    const query = { certificateId, extensions: [{ oid: oid('1.2.3'), critical: false, value: Uint8Array.of(5, 0) }] };
    const tbs = encodeTbsOcspRequest({ queries: [query, query], requestorName, extensions: [nonce] });
    const request = OcspRequest.parse(assembleOcspRequest(tbs));
    assert.deepEqual(request.queries, [query, query]);
    assert.equal(request.requestorName?.type, 'directoryName');
    assert.deepEqual(request.extension(ocspNonce), new Uint8Array(32).fill(7));
    assert.equal(request.signature, undefined);
    assert.equal(request.verify(ca.certificate.publicKey), false);
  });

  it('asks for one certificate at least, and for 100 at most', () => {
    assert.throws(() => encodeTbsOcspRequest({ queries: [] }), RangeError);
    const empty = writeDer((writer) => writer.sequence(() => writer.sequence(() => writer.sequence(() => undefined))));
    assert.equal(
      refusal(() => OcspRequest.parse(empty)),
      'der.out_of_range',
    );
    const many = (count: number) =>
      assembleOcspRequest(encodeTbsOcspRequest({ queries: Array.from({ length: count }, () => queries[0]!) }));
    assert.equal(OcspRequest.parse(many(100)).queries.length, 100);
    assert.equal(
      refusal(() => OcspRequest.parse(many(101))),
      'ocsp.too_large',
    );
  });

  it('of another version, of too many octets or with something behind it is refused', () => {
    const versioned = (version: number) =>
      writeDer((writer) =>
        writer.sequence(() =>
          writer.sequence(() => {
            writer.explicit(0, () => writer.integer(version));
            writer.sequence(() => writer.sequence(() => writer.raw(certificateId.der)));
          }),
        ),
      );
    assert.equal(OcspRequest.parse(versioned(0)).queries.length, 1);
    assert.equal(
      refusal(() => OcspRequest.parse(versioned(1))),
      'ocsp.bad_version',
    );
    assert.equal(
      refusal(() => OcspRequest.parse(new Uint8Array(65_537))),
      'ocsp.too_large',
    );
    assert.equal(
      refusal(() => OcspRequest.parse(Uint8Array.of(...versioned(0), 0))),
      'der.trailing_bytes',
    );
  });
});

describe('a nonce', () => {
  it('has 1 to 128 octets', () => {
    for (const octets of [1, 32, 128])
      assert.equal(ocspNonce.decode(ocspNonce.encode(new Uint8Array(octets))).length, octets);
    for (const octets of [0, 129]) {
      assert.throws(() => ocspNonce.encode(new Uint8Array(octets)), RangeError);
      const der = writeDer((writer) => writer.octetString(new Uint8Array(octets)));
      assert.equal(
        refusal(() => ocspNonce.decode(der)),
        'der.out_of_range',
      );
    }
  });
});

describe('a response', () => {
  const responder = new TestResponder(ca);
  const response = (write: (writer: DerWriter) => void) => writeDer((writer) => writer.sequence(() => write(writer)));

  it('is read as it was written', () => {
    const { basic } = successful(responder.answer(certificate, NOW, { responderId: 'name' }));
    assert.deepEqual(basic.responderId.type, 'name');
    assert.equal(basic.producedAt, NOW);
    assert.deepEqual(basic.responses, [
      {
        certificateId,
        certificateStatus: { status: 'good' },
        thisUpdate: NOW - 60,
        nextUpdate: NOW + 3600,
        extensions: [],
      },
    ]);
    assert.equal(basic.verify(ca.certificate.publicKey), true);
  });

  for (const certificateStatus of [
    { status: 'good' },
    { status: 'unknown' },
    { status: 'revoked', revokedAt: NOW, reason: undefined },
    { status: 'revoked', revokedAt: NOW, reason: 'UNSPECIFIED' },
    { status: 'revoked', revokedAt: 0, reason: 'CERTIFICATE_HOLD' },
  ] as const)
    it(`says ${JSON.stringify(certificateStatus)}`, () => {
      const { basic } = successful(responder.answer(certificate, NOW, { status: certificateStatus, nextUpdate: null }));
      assert.deepEqual(basic.responses[0]?.certificateStatus, certificateStatus);
      assert.equal(basic.responses[0].nextUpdate, undefined);
    });

  for (const status of ['malformedRequest', 'internalError', 'tryLater', 'sigRequired', 'unauthorized'] as const)
    it(`refuses with ${status}`, () => assert.deepEqual(parseOcspResponse(encodeOcspResponse({ status })), { status }));

  it('has an answer exactly when it says so', () => {
    const { basic } = successful(responder.answer(certificate, NOW));
    const bytes = (writer: DerWriter) =>
      writer.explicit(0, () => writer.sequence(() => writer.oid(oid('1.3.6.1.5.5.7.48.1.1')).octetString(basic.der)));
    assert.equal(
      refusal(() => parseOcspResponse(response((writer) => writer.enumerated(0)))),
      'ocsp.bad_response',
    );
    assert.equal(
      refusal(() => parseOcspResponse(response((writer) => bytes(writer.enumerated(3))))),
      'ocsp.bad_response',
    );
    assert.equal(
      refusal(() => parseOcspResponse(response((writer) => writer.enumerated(4)))),
      'ocsp.bad_value',
    );
    assert.equal(parseOcspResponse(response((writer) => bytes(writer.enumerated(0)))).status, 'successful');
  });

  it('of another type, of another version or of too many octets is refused', () => {
    const typed = response((writer) =>
      writer
        .enumerated(0)
        .explicit(0, () => writer.sequence(() => writer.oid(oid('1.2.3')).octetString(Uint8Array.of(5, 0)))),
    );
    assert.equal(
      refusal(() => parseOcspResponse(typed)),
      'ocsp.bad_value',
    );
    assert.equal(
      refusal(() => parseOcspResponse(new Uint8Array(600_000))),
      'ocsp.too_large',
    );
    assert.equal(
      refusal(() => BasicOcspResponse.parse(new Uint8Array(600_000))),
      'ocsp.too_large',
    );
  });

  it('has the status of one certificate at least, and of 1,000 at most, with 32 certificates', () => {
    const single = { certificateId, certificateStatus: { status: 'good' }, thisUpdate: NOW } as const;
    const algorithm = signatureAlgorithmByName('Ed25519');
    const made = (statuses: number, certificates = 0): Der<'BasicOcspResponse'> => {
      const responses = Array.from({ length: statuses }, () => single);
      const responderId = responderIdOf(ca.certificate, 'key');
      const tbs = encodeOcspResponseData({ responderId, producedAt: NOW, responses });
      const ders = Array.from({ length: certificates }, () => certificate.der);
      return assembleBasicOcspResponse(tbs, algorithm, new Uint8Array(64), ders);
    };
    assert.throws(() => made(0), RangeError);
    assert.equal(BasicOcspResponse.parse(made(1000, 32)).responses.length, 1000);
    assert.equal(
      refusal(() => BasicOcspResponse.parse(made(1001))),
      'ocsp.too_large',
    );
    assert.equal(
      refusal(() => BasicOcspResponse.parse(made(1, 33))),
      'ocsp.too_large',
    );
  });

  it('with an invalid reason is refused', () => {
    const answer = responder.basic(certificate, NOW, {
      status: { status: 'revoked', revokedAt: NOW, reason: 'SUPERSEDED' },
    });
    const at = answer.findIndex(
      (_, from) => answer[from] === 0xa0 && answer[from + 2] === 0x0a && answer[from + 4] === 4,
    );
    answer[at + 4] = 7;
    assert.equal(
      refusal(() => BasicOcspResponse.parse(asDer<'BasicOcspResponse'>(answer))),
      'ocsp.bad_value',
    );
  });
});

function successful(der: Uint8Array): { readonly basic: BasicOcspResponse } {
  const read = parseOcspResponse(der);
  assert.ok(read.status === 'successful');
  return read;
}
