import { sql } from 'kysely';

/** Claims the next block of row ids for one process, which keeps it whether it is used up or not. */
export const claimIdBlock = sql<{ block: number }>`
  UPDATE id_block SET next_block = next_block + 1 RETURNING next_block - 1 AS block
`;
