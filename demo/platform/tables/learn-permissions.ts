import { type Kysely, sql } from 'kysely'
import { areas, rolePermissions } from '../../../src/contract/access/permissions.ts'

/** Every permission of the contract, with the roles that have it by default. */
const said = () =>
  Object.entries(areas).flatMap(([activity, actions]) =>
    actions.map((permission) => ({
      activity,
      permission,
      roles: Object.entries(rolePermissions).flatMap(([id, words]) =>
        words.some((word) => word === `${activity}.${permission}`) ? [Number(id)] : [],
      ),
    })),
  )

const unknown = (table: string, field: string, rows: string) =>
  sql`insert into ${sql.table(table)} (name) select row->>${sql.lit(field)} from json_array_elements(${rows}::json) with ordinality as said (row, place)
    where not exists (select from ${sql.table(table)} known where known.name = row->>${sql.lit(field)}) group by 1 order by min(place) on conflict do nothing`

/** Grants new permissions to their default roles. Known permissions stay as administrators have set them. */
export async function learnPermissions<T>(db: Kysely<T>) {
  const rows = JSON.stringify(said())
  await unknown('activities', 'activity', rows).execute(db)
  await unknown('permissions', 'permission', rows).execute(db)
  await sql`
    with words as (
      select activity_id, permission_id, said.roles from json_to_recordset(${rows}::json) as said (activity text, permission text, roles int[])
      join activities on activities.name = activity join permissions on permissions.name = permission),
    learned as (insert into activity_permissions select activity_id, permission_id from words on conflict do nothing returning *)
    insert into role_permissions (role_id, activity_id, permission_id)
    select role_id, activity_id, permission_id from learned join words using (activity_id, permission_id) cross join unnest(words.roles) as role_id
    order by 1, 2, 3`.execute(db)
}
