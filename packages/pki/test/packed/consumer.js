/** Uses the installed package: makes a root certificate and a request, and reads both. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import {
  assembleCertificate,
  assembleCertificationRequest,
  basicConstraints,
  Certificate,
  CertificationRequest,
  defaultSignatureAlgorithm,
  DerError,
  DistinguishedName,
  encodeCertificationRequestInfo,
  encodeTbsCertificate,
  formatPem,
  makeExtension,
  parsePem,
  parsePublicKey,
  readPkcs12,
  serialNumberFromHex,
  writePkcs12,
} from '@sealwright/pki';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = parsePublicKey(new Uint8Array(publicKey.export({ format: 'der', type: 'spki' })));
const algorithm = defaultSignatureAlgorithm(key.algorithm, key.bits);
const signed = (data) =>
  new Uint8Array(sign(algorithm.node.digest, data, { key: privateKey, ...algorithm.node.options }));
const name = DistinguishedName.parse('CN=Root,C=SE').der;

const tbs = encodeTbsCertificate({
  serialNumber: serialNumberFromHex('01'),
  signatureAlgorithm: algorithm,
  issuer: name,
  notBefore: 1_700_000_000,
  notAfter: 1_800_000_000,
  subject: name,
  publicKey: key.der,
  extensions: [makeExtension(basicConstraints, { ca: true }, true)],
});
const pem = formatPem('CERTIFICATE', assembleCertificate(tbs, algorithm, signed(tbs)));
const certificate = Certificate.parse(parsePem(pem)[0].der, { lenient: false });
assert.equal(certificate.subject.toString(), 'CN=Root,C=SE');
assert.equal(certificate.verify(certificate.publicKey), true);
assert.deepEqual(certificate.extension(basicConstraints), { ca: true });

const info = encodeCertificationRequestInfo({ subject: name, publicKey: key.der });
CertificationRequest.parse(assembleCertificationRequest(info, algorithm, signed(info))).verifyProofOfPossession();

const file = await writePkcs12({
  password: 'secret',
  friendlyName: 'root',
  privateKey: new Uint8Array(privateKey.export({ format: 'der', type: 'pkcs8' })),
  certificate: certificate.der,
  chain: [],
  random: (count) => crypto.getRandomValues(new Uint8Array(count)),
});
assert.equal((await readPkcs12(file, 'secret')).certificates.length, 1);
assert.throws(() => Certificate.parse(Uint8Array.of(0x30)), DerError);
