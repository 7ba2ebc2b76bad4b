/** All resources that rules can name, in one list, so that no use case checks one that no role can be given. */
export const Resource = {
  everything: '/',
  /** Required of every administrator. */
  administrator: '/administrator/',
  ca: (caId: number | string) => `/ca/${caId}/`,
  /** All CAs, future ones included. */
  anyCa: '/ca/',
  caFunctionality: {
    createCertificate: '/ca_functionality/create_certificate/',
    viewCertificate: '/ca_functionality/view_certificate/',
    viewCa: '/ca_functionality/view_ca/',
    addCa: '/ca_functionality/add_ca/',
    editCa: '/ca_functionality/edit_ca/',
    removeCa: '/ca_functionality/remove_ca/',
    renewCa: '/ca_functionality/renew_ca/',
    activateCa: '/ca_functionality/activate_ca/',
    viewCertificateProfiles: '/ca_functionality/view_certificate_profiles/',
    editCertificateProfiles: '/ca_functionality/edit_certificate_profiles/',
    createCrl: '/ca_functionality/create_crl/',
    viewApprovalProfiles: '/ca_functionality/view_approval_profiles/',
    editApprovalProfiles: '/ca_functionality/edit_approval_profiles/',
    viewPublishers: '/ca_functionality/view_publisher/',
    editPublishers: '/ca_functionality/edit_publisher/',
    /** To approve acts on CAs. */
    approveCaAction: '/ca_functionality/approve_caaction/',
  },
  ra: {
    createEndEntity: '/ra_functionality/create_end_entity/',
    editEndEntity: '/ra_functionality/edit_end_entity/',
    viewEndEntity: '/ra_functionality/view_end_entity/',
    deleteEndEntity: '/ra_functionality/delete_end_entity/',
    revokeEndEntity: '/ra_functionality/revoke_end_entity/',
    /** To approve acts on end entities and their certificates. */
    approveEndEntity: '/ra_functionality/approve_end_entity/',
    /** To recover and import private keys. */
    keyRecovery: '/ra_functionality/keyrecovery/',
    /** To remove kept private keys. */
    removeKeptKeys: '/ra_functionality/remove_kept_keys/',
    viewApprovals: '/ra_functionality/view_approvals/',
    viewEndEntityProfiles: '/ra_functionality/view_end_entity_profiles/',
    editEndEntityProfiles: '/ra_functionality/edit_end_entity_profiles/',
  },
  system: {
    /** To see settings of the installation as a whole. */
    viewConfiguration: '/system_functionality/view_systemconfiguration/',
    /** To change them, and to export and import the configuration; each document takes its own rights as well. */
    editConfiguration: '/system_functionality/edit_systemconfiguration/',
    viewAdministratorPrivileges: '/system_functionality/view_administrator_privileges/',
    editAdministratorPrivileges: '/system_functionality/edit_administrator_privileges/',
  },
  /** To export the secrets of the configuration. It stands by itself, so that no rule on the rest of the system includes it. */
  configurationSecrets: '/configuration_secrets/',
  audit: {
    /** To read the audit log. */
    select: '/secureaudit/auditor/select/',
  },
  services: {
    view: '/services/view/',
    edit: '/services/edit/',
  },
  signing: {
    view: '/signing/view/',
    edit: '/signing/edit/',
    viewArchive: '/signing/view_archive/',
    removeFromArchive: '/signing/remove_from_archive/',
    /** To see the keys of workers and choose one of them. */
    managed: '/signing/managed/',
  },
  endEntityProfile: (profileId: number | string, right: EndEntityProfileRight) =>
    `/endentityprofilesrules/${profileId}/${right}/`,
} as const;

/** Rights that a rule on an end entity profile can grant. */
export const END_ENTITY_PROFILE_RIGHTS = [
  'create_end_entity',
  'edit_end_entity',
  'view_end_entity',
  'delete_end_entity',
  'revoke_end_entity',
  'approve_end_entity',
  'view_end_entity_history',
  'keyrecovery',
] as const;

export type EndEntityProfileRight = (typeof END_ENTITY_PROFILE_RIGHTS)[number];

/** The rights to a crypto token by the operation that takes each: `/cryptotoken/<right>/<id>/`. */
export const CRYPTO_TOKEN_RIGHTS = {
  view: 'view',
  /** To let a CA or a worker sign with its keys. */
  use: 'use',
  activate: 'activate',
  deactivate: 'deactivate',
  /** Also to create a token: there is no id yet, the caller asks for `/cryptotoken/modify/` alone. */
  modify: 'modify',
  delete: 'delete',
  generateKeyPair: 'keys/generate',
  removeKeyPair: 'keys/remove',
  testKeyPair: 'keys/test',
} as const;

/** Resources that name a document: the path before its id, and the resource that allows seeing it. */
export const DOCUMENTS_IN_RESOURCES = [
  { type: 'CA', prefixes: ['/ca/'], view: (id: number) => Resource.ca(id) },
  { type: 'EEPROFILE', prefixes: ['/endentityprofilesrules/'], view: () => Resource.ra.viewEndEntityProfiles },
  {
    type: 'CRYPTOTOKEN',
    prefixes: Object.values(CRYPTO_TOKEN_RIGHTS).map((right) => `/cryptotoken/${right}/`),
    view: (id: number) => `/cryptotoken/view/${id}/`,
  },
] as const;
