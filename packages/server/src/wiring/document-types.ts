import { roleType } from '../modules/access/index.ts';
import { approvalProfileType } from '../modules/approvals/index.ts';
import { caType } from '../modules/ca/index.ts';
import type { AnyDocumentType } from '../modules/configuration/index.ts';
import { cryptoTokenType } from '../modules/crypto-tokens/index.ts';
import { certificateProfileType, endEntityProfileType } from '../modules/profiles/index.ts';
import { publisherType } from '../modules/publishers/index.ts';
import { serviceType } from '../modules/services/index.ts';
import { signingSettingsType, workerType } from '../modules/signing/index.ts';
import { availableProtocolsType, KEPT_TYPES } from '../modules/system-configuration/index.ts';

/** All types of document, in the order in which messages and the reference name them. The only list of them. */
export const DOCUMENT_TYPES: readonly AnyDocumentType[] = [
  certificateProfileType,
  endEntityProfileType,
  caType,
  cryptoTokenType,
  roleType,
  approvalProfileType,
  serviceType,
  publisherType,
  workerType,
  signingSettingsType,
  availableProtocolsType,
  ...KEPT_TYPES,
];
