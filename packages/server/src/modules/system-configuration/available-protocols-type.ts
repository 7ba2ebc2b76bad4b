/** The type of document that says which protocols are switched on. */
import { Type } from 'typebox';
import { SERVICE_NAMES, type ServiceName } from '../../kernel/service-names.ts';
import { Resource } from '../access/index.ts';
import { type Configuration, defineDocumentType, viewAndEdit } from '../configuration/index.ts';

const OPERATIONS = 'The group of operations of the CA REST interface of that name.';
const CONFIGDUMP =
  'Export and import of the configuration over REST. While it is off, only callers with the right to everything may.';
const UNREAD = 'Kept, and nothing reads it yet.';

const on = (title: string, value: boolean, description: string) => Type.Boolean({ title, description, default: value });

/** The switches, in the order of the configuration dump. */
const switches = {
  acme: on('ACME', false, UNREAD),
  certstore: on('Certstore', true, UNREAD),
  cmp: on('CMP', true, UNREAD),
  crlstore: on('CRLstore', true, UNREAD),
  est: on('EST', false, UNREAD),
  msae: on('MSAE', false, UNREAD),
  ocsp: on('OCSP', true, UNREAD),
  publicWeb: on('Public Web', true, UNREAD),
  scep: on('SCEP', true, UNREAD),
  raWeb: on('RA Web', true, UNREAD),
  restCaManagement: on('REST CA Management', true, OPERATIONS),
  restCertificateManagement: on('REST Certificate Management', true, OPERATIONS),
  restCryptoTokenManagement: on('REST Crypto Token Management', true, OPERATIONS),
  restEndEntityManagement: on('REST End Entity Management', true, OPERATIONS),
  restEndEntityManagementV2: on('REST End Entity Management V2', true, OPERATIONS),
  restConfigdump: on('REST Configdump', false, CONFIGDUMP),
  restCertificateManagementV2: on('REST Certificate Management V2', true, OPERATIONS),
  restSshV1: on('REST SSH V1', true, OPERATIONS),
  restApprovalManagement: on('REST Approval Management', true, OPERATIONS),
  restSystemManagement: on('REST System Management', true, OPERATIONS),
  webdist: on('Webdist', true, UNREAD),
  webService: on('Web Service', true, UNREAD),
  itsCertificateManagement: on('ITS Certificate Management', false, UNREAD),
};

/** The switch of each group of operations. */
const SWITCH_OF: Readonly<Record<ServiceName, keyof typeof switches>> = {
  'REST Certificate Management': 'restCertificateManagement',
  'REST Certificate Management V2': 'restCertificateManagementV2',
  'REST CA Management': 'restCaManagement',
  'REST Crypto Token Management': 'restCryptoTokenManagement',
  'REST End Entity Management': 'restEndEntityManagement',
  'REST End Entity Management V2': 'restEndEntityManagementV2',
  'REST Approval Management': 'restApprovalManagement',
  'REST System Management': 'restSystemManagement',
  'REST Configdump': 'restConfigdump',
  'REST SSH V1': 'restSshV1',
};

/** The protocols that are switched on, of those that there are. */
export interface AvailableProtocols {
  readonly services: ReadonlySet<ServiceName>;
}

/** `AVAILABLEPROTOCOLS`: one document. */
export const availableProtocolsType = defineDocumentType({
  token: 'AVAILABLEPROTOCOLS',
  title: 'configuration of available protocols',
  dump: { directory: 'available-protocols', objectType: 'Available Protocols', version: 1, named: true },
  names: { kind: 'singleton', name: 'available-protocol-configuration' },
  publicIds: { kind: 'given' },
  schemaVersion: 1,
  schema: Type.Object(switches, { additionalProperties: false }),
  parse: (settings): AvailableProtocols => ({
    services: new Set(SERVICE_NAMES.filter((name) => settings[SWITCH_OF[name]])),
  }),
  administration: {
    rights: viewAndEdit(Resource.system.viewConfiguration, Resource.system.editConfiguration),
    events: {
      created: 'SYSTEMCONF_CREATE',
      changed: 'SYSTEMCONF_EDIT',
      renamed: 'SYSTEMCONF_EDIT',
      removed: 'SYSTEMCONF_EDIT',
    },
  },
});

/** Tells whether a group of operations is switched on. */
export async function isServiceAvailable(service: ServiceName, configuration: Configuration): Promise<boolean> {
  const { value } = await configuration.get(availableProtocolsType, 'available-protocol-configuration');
  return value.services.has(service);
}
