/** The use cases in the form in which the CA REST interface asks for them. */
import { type SerialNumber, SerialNumberError, serialNumberFromHex } from '@sealwright/pki';
import { CertificateNotFoundError, CrlUploadError, type RevocationState } from '../modules/ca/index.ts';
import type { EnrolledCertificate } from '../modules/ra/index.ts';
import type * as rest from '../http/index.ts';
import { approvalServices } from './approval-services.ts';
import type { Installation } from './installation.ts';
import { issuerOfRoot } from './issuer-of-root.ts';

/** Connects the CA REST interface to an installation. */
export function caRestServices(installation: Installation): rest.CaRestServices {
  const {
    ca: { readAuthorities, createCrls, crls, importCrl, revokeCertificate },
    services: { runService },
    ra: { enrollPkcs10 },
    tokens: { operateTokens },
  } = installation;
  const {
    ca: { caActivation, requestCaCertificate },
    ra: { finalizeEnrollment },
  } = installation;
  const {
    ca: { readSshAuthorities },
    ra: { enrollSsh },
  } = installation;
  return {
    approvals: approvalServices(installation.approvals),
    async listCas(administrator, options) {
      const authorities = await readAuthorities.list(administrator, options);
      return authorities.map((authority) => ({
        id: authority.publicId,
        name: authority.name,
        subjectDn: authority.settings.subject.toString(),
        issuerDn: (issuerOfRoot(authority) ?? authority.settings.subject).toString(),
        expirationSeconds: authority.notAfter,
        external: authority.status === 'EXTERNAL',
      }));
    },
    async caChain(administrator, subjectDn) {
      const chain = await readAuthorities.chain(administrator, subjectDn);
      return {
        certificates: chain.map(({ der, subject, issuer }) => ({
          der,
          subjectDn: subject.toString(),
          issuerDn: issuer.toString(),
        })),
      };
    },
    activateCa: (administrator, name) => caActivation.activate(administrator, name),
    deactivateCa: (administrator, name) => caActivation.deactivate(administrator, name),
    generateCsr: async (administrator, issuerDn, { keyAlias, certificateChain }) =>
      requestCaCertificate.request(
        administrator,
        { subject: issuerDn },
        {
          key: keyAlias === undefined ? { kind: 'new' } : { kind: 'alias', alias: keyAlias },
          chain: certificateChain,
        },
      ),
    async createCrl(administrator, issuerDn, { delta }) {
      const created = await createCrls.create(administrator, issuerDn, delta ? 'delta' : 'base');
      const partitions = created.partitions.filter((partition) => partition > 0);
      const ofPartitions = (numbers: ReadonlyMap<number, number>) =>
        partitions.length === 0
          ? undefined
          : new Map(partitions.map((partition) => [partition, numbers.get(partition) ?? 0]));
      return {
        issuerDn: created.issuerDn,
        latestCrl: created.base.get(0),
        latestDeltaCrl: created.delta.get(0),
        partitions: ofPartitions(created.base),
        deltaPartitions: ofPartitions(created.delta),
        allSuccess: created.allSuccess,
      };
    },
    async importCrl(administrator, issuerDn, { octets, partition }) {
      // Who asks about a CA that is not there learns that first.
      await importCrl.authorize(administrator, issuerDn);
      if (octets === undefined) throw new CrlUploadError('No CRL file uploaded.');
      await importCrl.import(administrator, issuerDn, partitionOf(partition), octets);
    },
    async latestCrl(administrator, issuerDn, { delta, partition }) {
      const kind = delta ? 'delta' : 'base';
      const crl = await readAuthorities.latestCrl(administrator, issuerDn, { kind, partition });
      return crl && { octets: crl.octets, read: () => crls.read(crl) };
    },
    async enrollPkcs10(administrator, { startSeconds, endSeconds, ...request }) {
      const enrollment = { ...request, notBefore: startSeconds, notAfter: endSeconds };
      const result = await enrollPkcs10.enroll(administrator, enrollment);
      return result.outcome === 'issued' ? enrolledOf(result) : result;
    },
    async finalizeEnrollment(administrator, requestId, finalization) {
      const result = await finalizeEnrollment.finalize(administrator, requestId, finalization);
      return result.outcome === 'issued' ? { ...enrolledOf(result), format: result.format } : result;
    },
    async revoke(administrator, { issuerDn, serialNumber, reason, dateMs, invalidityDateMs }) {
      const result = await revokeCertificate.revoke(
        administrator,
        { issuerDn, serialNumber: serialNumberOf(serialNumber) },
        { reason, date: secondsOf(dateMs), invalidityDate: secondsOf(invalidityDateMs) },
      );
      return result.outcome === 'done' ? stateOf(result.state) : result;
    },
    runService: (administrator, name) => runService.run(administrator, name),
    activateCryptoToken: (administrator, name, code) => operateTokens.activate(administrator, name, code),
    deactivateCryptoToken: (administrator, name) => operateTokens.deactivate(administrator, name),
    async generateKeys(administrator, tokenName, keys) {
      await operateTokens.generateKeyPair(administrator, tokenName, keys);
    },
    removeKeys: (administrator, tokenName, alias) => operateTokens.removeKeyPair(administrator, tokenName, alias),
    async sshPublicKey(administrator, caName) {
      return (await readSshAuthorities.publicKey(administrator, caName)).toLine(caName);
    },
    async requestSshCertificate(administrator, { startSeconds, endSeconds, ...request }) {
      const enrollment = { ...request, notBefore: startSeconds, notAfter: endSeconds };
      return (await enrollSsh.enroll(administrator, enrollment)).line;
    },
    async revocationStatus(administrator, issuerDn, serialNumber) {
      return stateOf(
        await revokeCertificate.status(administrator, { issuerDn, serialNumber: serialNumberOf(serialNumber) }),
      );
    },
  };
}

function enrolledOf({ certificate, chain }: EnrolledCertificate): rest.Enrolled {
  return { outcome: 'issued', certificate: certificate.der, serialNumber: certificate.serialNumber, chain };
}

/** Not given: the main CRL. */
function partitionOf(text: string | undefined): number {
  if (text === undefined) return 0;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new CrlUploadError(`Invalid CRL partition index: '${text}'. It has to be a number of 0 or greater.`);
}

/** Text that is hexadecimal and no serial number (zero, or longer than 20 octets) is that of no certificate. */
function serialNumberOf(text: string): SerialNumber {
  try {
    return serialNumberFromHex(text);
  } catch (error) {
    if (!(error instanceof SerialNumberError)) throw error;
    throw new CertificateNotFoundError(`There is no certificate with the serial number '${text}'.`);
  }
}

function secondsOf(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : Math.floor(milliseconds / 1000);
}

function stateOf({ reason, revokedAt, invalidity }: RevocationState): rest.RevocationState {
  return {
    outcome: 'known',
    reason,
    revoked: revokedAt !== undefined,
    revocationSeconds: revokedAt,
    invaliditySeconds: invalidity,
  };
}
