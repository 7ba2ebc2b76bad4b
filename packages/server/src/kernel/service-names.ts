/** The groups of operations of the CA REST interface that can be switched off, as clients and administrators know them. */
export const SERVICE_NAMES = [
  'REST Certificate Management',
  'REST Certificate Management V2',
  'REST CA Management',
  'REST Crypto Token Management',
  'REST End Entity Management',
  'REST End Entity Management V2',
  'REST Approval Management',
  'REST System Management',
  'REST Configdump',
  'REST SSH V1',
] as const;

export type ServiceName = (typeof SERVICE_NAMES)[number];
