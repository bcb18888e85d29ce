import { type Kysely, type Migration, sql } from 'kysely'
import type { FundingType } from '../../../src/contract/money/funding-types.ts'

export interface FundingTypeTables {
  member_group_funding_types: { member_group_id: number; funding_type_id: number; status: FundingType['status'] }
}

const statements = [
  `create table member_group_funding_types (member_group_id int not null references member_groups, funding_type_id int not null check (funding_type_id between 1 and 4), status text not null check (status in ('Active', 'Inactive')), primary key (member_group_id, funding_type_id))`,
  `insert into member_group_funding_types (member_group_id, funding_type_id, status) select member_group_id, id, case id when 1 then 'Active' else 'Inactive' end from member_groups, generate_series(1, 4) id`,
]

/** The funding types of each client. */
export const fundingTypes: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
