import type { XadesCommitmentType, XadesSettings } from '@sealwright/documents/xml';
import { type Clock, nowSeconds } from '../../../../kernel/clock.ts';
import { contentOf } from '../../../../kernel/content.ts';
import { WithSettings } from '../../../../kernel/with-deps.ts';
import {
  IllegalRequestError,
  type ProcessContext,
  type Processed,
  type Processor,
  type ProcessorKind,
  type SigningRequest,
  type WorkerProperties,
} from '../../worker-contract/index.ts';
import {
  certificateOf,
  chosenSignatureAlgorithm,
  readSignatureAlgorithm,
  readTimeStamping,
  signerNeeds,
  type SignatureChoice,
  type TimeStamping,
  type TimeStamps,
} from '../common/index.ts';
import type { XmlDocuments } from './xml-documents.ts';

/** Signs XML documents with the properties of XAdES: level B, or T with a time-stamp of the signature (EN 319 132-1). */
export const xadesSignerKind: ProcessorKind<XadesSignerSettings> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.xades.signer.XAdESSigner',
  read: (properties) => ({
    algorithm: readSignatureAlgorithm(properties),
    certificateLevels: properties.integer('INCLUDE_CERTIFICATE_LEVELS', {
      minimum: 1,
      maximum: 1_000_000,
      otherwise: 1,
    }),
    commitmentTypes: readCommitmentTypes(properties),
    claimedRole: properties.text('CLAIMED_ROLE'),
    roleFromUsername: properties.boolean('CLAIMED_ROLE_FROM_USERNAME', false),
    timeStamping: readForm(properties),
  }),
  needs: signerNeeds,
};

export interface XadesSignerSettings extends SignatureChoice {
  /** Number of certificates in the signature, the signer's at least. */
  readonly certificateLevels: number;
  readonly commitmentTypes?: readonly XadesCommitmentType[];
  readonly claimedRole?: string | undefined;
  /** Takes the name of the user for the role, where the request has one. */
  readonly roleFromUsername?: boolean;
  /** Undefined for level B. */
  readonly timeStamping: TimeStamping | undefined;
}

export interface XadesSignerDeps {
  readonly clock: Clock;
  readonly xmlDocuments: XmlDocuments;
  readonly timeStamps: Pick<TimeStamps, 'stamp'>;
}

export class XadesSigner extends WithSettings<XadesSignerSettings, XadesSignerDeps> implements Processor {
  async process({ content, fileName }: SigningRequest, context: ProcessContext): Promise<Processed> {
    const xades = this.#propertiesFor(context);
    const { certificateLevels, timeStamping } = this.settings;
    const key = await context.key();
    const certificate = certificateOf(key, context);
    const algorithm = chosenSignatureAlgorithm(this.settings, key, context);
    const included = key.chain.slice(0, certificateLevels).map(({ der }) => der);
    const settings = { signatureAlgorithm: algorithm.name, certificate: certificate.der, included, xades };
    const prepared = await this.deps.xmlDocuments.prepare(content, settings, context);
    const signature = await key.sign(algorithm, prepared.toBeSigned);
    const token =
      timeStamping && (await this.deps.timeStamps.stamp(await prepared.timeStamped(signature), timeStamping, context));
    return {
      content: contentOf(await prepared.finish(signature, token)),
      mediaType: 'text/xml',
      fileName,
      signerCertificate: certificate,
    };
  }

  #propertiesFor({ username }: ProcessContext): XadesSettings {
    const { commitmentTypes, claimedRole, roleFromUsername = false } = this.settings;
    const role = (roleFromUsername ? username : undefined) ?? claimedRole;
    if (roleFromUsername && role === undefined)
      throw new IllegalRequestError('The claimed role is that of a user, and the request names none');
    const claimedRoles = role === undefined ? [] : [role];
    return { signingTime: nowSeconds(this.deps.clock), commitmentTypes, claimedRoles };
  }
}

function readCommitmentTypes(properties: WorkerProperties): readonly XadesCommitmentType[] {
  const names = properties.list('COMMITMENT_TYPES') ?? [];
  if (names.length === 1 && names[0]!.toUpperCase() === 'NONE') return [];
  return names.flatMap((name) => {
    const found = COMMITMENT_TYPES.find((type) => type === name.toUpperCase());
    if (found !== undefined) return [found];
    properties.report('COMMITMENT_TYPES', `has '${name}' and may be NONE or have ${COMMITMENT_TYPES.join(', ')}`);
    return [];
  });
}

/** Undefined for level B, which has no use for an authority that is configured all the same. */
function readForm(properties: WorkerProperties): TimeStamping | undefined {
  const form = properties.choice('XADESFORM', ['BES', 'T'], 'BES');
  const timeStamping = readTimeStamping(properties);
  if (form === 'BES') return undefined;
  if (timeStamping === undefined) properties.report('XADESFORM', 'is T, which takes TSA_WORKER or TSA_URL');
  return timeStamping;
}

const COMMITMENT_TYPES: readonly XadesCommitmentType[] = [
  'PROOF_OF_APPROVAL',
  'PROOF_OF_CREATION',
  'PROOF_OF_DELIVERY',
  'PROOF_OF_ORIGIN',
  'PROOF_OF_RECEIPT',
  'PROOF_OF_SENDER',
];
