import type { AnyDocumentType } from '../../configuration/index.ts';
import { acmeAliasType, acmeGlobalType } from './acme-types.ts';
import { keyBindingType, ocspConfigurationType, peerConnectorType, validatorType } from './connection-types.ts';
import { autoenrollmentType, cmpAliasType, estAliasType, scepAliasType } from './enrollment-protocol-types.ts';
import {
  accountBindingType,
  adminPreferencesType,
  caConfigurationType,
  certificateExtensionType,
  ctConfigurationType,
  ctLogType,
  endEntityProfileConfigurationType,
  extendedKeyUsageType,
  globalConfigurationType,
  oauthHostsType,
  oauthProviderType,
  vendorConfigurationType,
} from './system-types.ts';

/** The types whose settings nothing reads yet. One that becomes real moves to the module of its function. */
export const KEPT_TYPES: readonly AnyDocumentType[] = [
  acmeAliasType,
  acmeGlobalType,
  autoenrollmentType,
  endEntityProfileConfigurationType,
  keyBindingType,
  adminPreferencesType,
  ocspConfigurationType,
  peerConnectorType,
  scepAliasType,
  cmpAliasType,
  estAliasType,
  validatorType,
  ctLogType,
  ctConfigurationType,
  extendedKeyUsageType,
  certificateExtensionType,
  oauthProviderType,
  accountBindingType,
  vendorConfigurationType,
  oauthHostsType,
  caConfigurationType,
  globalConfigurationType,
];
