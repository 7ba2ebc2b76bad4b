/** The page of the resources that the access rules of a role speak of. */
import { type EndEntityProfileRight, Resource } from '../../packages/server/src/modules/access/index.ts';
import { type CryptoTokenOperation, cryptoTokenRule } from '../../packages/server/src/modules/crypto-tokens/index.ts';
import { code, table, title } from './markdown.ts';

/** Writes the page. */
export function accessRulesPage(): string {
  const row = (resource: string, permits: string) => [code(resource), permits];
  return [
    title('Access rules'),
    'The rules of a [role](role.md) are resources, each with `ALLOW` or `DENY`. A resource covers everything below it, and the longest rule that covers a ',
    'resource decides. Without a rule it is refused. A `DENY` in one role takes nothing away that another role allows. ',
    '`<CA>`, `<end entity profile>` and `<crypto token>` stand for the name of a document.\n\n',
    table(
      ['Resource', 'Permits'],
      [
        ...Object.entries(PERMITTED).map(([resource, permits]) => row(resource, permits)),
        ...Object.entries(ON_PROFILES).map(([right, permits]) =>
          row(Resource.endEntityProfile('<end entity profile>', right as EndEntityProfileRight), permits),
        ),
        ...Object.entries(ON_TOKENS).map(([operation, permits]) =>
          row(tokenResource(operation as CryptoTokenOperation), permits),
        ),
      ],
    ),
  ].join('');
}

/** The resources that {@link Resource} names, but for those of end entity profiles. */
export function namedResources(resources: object = Resource): readonly string[] {
  return Object.entries(resources).flatMap(([name, resource]: [string, unknown]) => {
    if (name === 'endEntityProfile') return [];
    if (typeof resource === 'string') return [resource];
    if (typeof resource === 'function') return [Resource.ca('<CA>')];
    return namedResources(resource as object);
  });
}

function tokenResource(operation: CryptoTokenOperation): string {
  return cryptoTokenRule(operation, 0).replace('/0/', '/<crypto token>/');
}

/** The acts that each of {@link namedResources} permits. */
export const PERMITTED: Readonly<Record<string, string>> = {
  '/': 'everything',
  '/administrator/': 'to be let in as an administrator, which everything else needs',
  '/ca/': 'every CA, those to come as well',
  '/ca/<CA>/': 'that CA. Every act on a CA needs this in addition to its own resource',
  '/ca_functionality/create_certificate/': 'to have certificates issued, and approved enrollments finalized',
  '/ca_functionality/view_certificate/':
    'to see the revocation status of certificates, those that end soon, and what was recorded before it was signed',
  '/ca_functionality/view_ca/': 'to see the settings and the state of a CA',
  '/ca_functionality/add_ca/': 'to create CAs and to import them',
  '/ca_functionality/edit_ca/': 'to change the settings of a CA, and to revoke it',
  '/ca_functionality/remove_ca/': 'to remove a CA',
  '/ca_functionality/renew_ca/': 'to renew a CA, make its certification requests and receive its certificates',
  '/ca_functionality/activate_ca/': 'to take a CA online and offline',
  '/ca_functionality/view_certificate_profiles/': 'to see certificate profiles',
  '/ca_functionality/edit_certificate_profiles/':
    'to create, change, rename and remove certificate profiles of CAs that the role may use',
  '/ca_functionality/create_crl/': 'to create and import CRLs',
  '/ca_functionality/view_approval_profiles/': 'to see approval profiles',
  '/ca_functionality/edit_approval_profiles/': 'to create, change, rename and remove approval profiles',
  '/ca_functionality/view_publisher/': 'to see publishers, their queues and errors',
  '/ca_functionality/edit_publisher/':
    'to create, change, rename and remove publishers, to test them, and to have them try again',
  '/ca_functionality/approve_caaction/': 'to approve what is done to a CA',
  '/ra_functionality/create_end_entity/': 'to add end entities, and to enroll new ones',
  '/ra_functionality/edit_end_entity/': 'to edit and enroll existing end entities, and to set their status',
  '/ra_functionality/view_end_entity/': 'to see end entities and their certificates',
  '/ra_functionality/delete_end_entity/': 'to remove end entities; their certificates stay',
  '/ra_functionality/keyrecovery/': 'to have keys of end entities recovered, and to import keys',
  '/ra_functionality/remove_kept_keys/': 'to remove keys that are kept for recovery, for good',
  '/ra_functionality/revoke_end_entity/': 'to revoke certificates, and end entities with all of theirs',
  '/ra_functionality/approve_end_entity/': 'to approve enrollments and revocations',
  '/ra_functionality/view_approvals/': 'to see approval requests of others',
  '/ra_functionality/view_end_entity_profiles/': 'to see end entity profiles',
  '/ra_functionality/edit_end_entity_profiles/':
    'to create, change, rename and remove end entity profiles of CAs that the role may use',
  '/system_functionality/view_systemconfiguration/': 'to see settings of the installation as a whole',
  '/system_functionality/edit_systemconfiguration/':
    'to change settings of the installation as a whole, and to export, plan and import the configuration; each document takes its own rights as well',
  '/system_functionality/view_administrator_privileges/': 'to see roles',
  '/system_functionality/edit_administrator_privileges/':
    'to create, change, rename and remove roles that have no more rights than the administrator',
  '/configuration_secrets/':
    'to export the secrets of the documents that the role may see, such as codes of crypto tokens, encrypted for a certificate',
  '/secureaudit/auditor/select/': 'to see audit records about certificates',
  '/services/view/': 'to see services with their last and next run, and jobs with their progress',
  '/services/edit/': 'to create, change, remove and run services',
  '/signing/view/': 'to see workers, with their secrets masked, and the configuration of the signing service',
  '/signing/edit/':
    'to create, change and remove workers, and to make their keys and certificates: everything but the archive',
  '/signing/view_archive/': 'to list and read the archive of workers, which is what clients have sent and got',
  '/signing/remove_from_archive/': 'to remove old entries of the archive, and to say how long they are kept',
  '/signing/managed/': 'to see public keys and certificates of workers, and to choose the key of a signature',
};

const ON_PROFILES: Readonly<Record<EndEntityProfileRight, string>> = {
  create_end_entity: 'to add end entities of the profile, and to enroll new ones',
  edit_end_entity: 'to edit and enroll existing end entities of the profile, and to set their status',
  view_end_entity: 'to see end entities of the profile and their certificates',
  delete_end_entity: 'to remove end entities of the profile',
  revoke_end_entity: 'to revoke end entities of the profile, and their certificates',
  approve_end_entity: 'to approve enrollments and revocations of the profile',
  view_end_entity_history: "to see an end entity's history; no interface shows it yet",
  keyrecovery: 'to recover and import keys of its end entities',
};

const ON_TOKENS: Readonly<Record<CryptoTokenOperation, string>> = {
  view: 'to see the crypto token and its keys',
  use: 'to let a CA or a worker sign with its keys',
  activate: 'to activate it',
  deactivate: 'to deactivate it',
  modify: 'to change its settings. `/cryptotoken/modify/` alone permits to create crypto tokens',
  delete: 'to remove it',
  generateKeyPair: 'to generate key pairs in it',
  removeKeyPair: 'to remove key pairs from it',
  testKeyPair: 'to test its key pairs',
};
