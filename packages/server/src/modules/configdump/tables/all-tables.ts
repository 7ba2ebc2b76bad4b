/** The tables of all types: what their items say otherwise than their schemas. A type without a table has no exceptions. */
import type { DumpTable } from '../codec/index.ts';
import { availableProtocolsTable } from './available-protocols.ts';
import { certificateProfileTable } from './certificate-profile.ts';
import { caTable } from './certification-authority.ts';
import { cryptoTokenTable } from './crypto-token.ts';
import { endEntityProfileTable } from './end-entity-profile.ts';
import { acmeTable, keyBindingTable } from './kept-types.ts';
import { approvalProfileTable, publisherTable, roleTable, serviceTable } from './small-tables.ts';

export const DUMP_TABLES: readonly DumpTable[] = [
  certificateProfileTable,
  endEntityProfileTable,
  caTable,
  cryptoTokenTable,
  approvalProfileTable,
  roleTable,
  publisherTable,
  serviceTable,
  availableProtocolsTable,
  acmeTable,
  keyBindingTable,
];
