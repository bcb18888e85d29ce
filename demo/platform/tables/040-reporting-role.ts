import { type Kysely, type Migration, sql } from 'kysely'

/** What the role "advertiser reporting" reads. Before, it read the same as an advertiser viewer. */
const read = ['reports', 'saved_reports', 'member_groups', 'channels', 'advertisers', 'advertiser_groups', 'locales']
const saving = ['create', 'change', 'remove']

/** Role 8 loses the reads that reporting does not need, and saves reports. What administrators removed stays removed. */
export const reportingRole: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`
      delete from role_permissions using activities a, permissions p
      where role_permissions.role_id = 8 and a.activity_id = role_permissions.activity_id and p.permission_id = role_permissions.permission_id
        and p.name = 'read' and a.name <> all(${read}::text[])`.execute(db)
    await sql`
      insert into role_permissions (role_id, activity_id, permission_id)
      select 8, allowed.activity_id, allowed.permission_id
      from activity_permissions allowed join activities a using (activity_id) join permissions p using (permission_id)
      where a.name = 'saved_reports' and p.name = any(${saving}::text[])
      on conflict do nothing`.execute(db)
  },
}
