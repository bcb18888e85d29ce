import { type Kysely, type Migration, sql } from 'kysely'

export interface AdvertiserExperienceTables {
  /** The experiences in which an advertiser may advertise. An advertiser without rows has all of its client. */
  advertiser_experiences: { member_group_id: number; advertiser_id: number; experience_id: number }
}

const table = `create table advertiser_experiences (
  member_group_id int not null,
  advertiser_id int not null,
  experience_id int not null,
  primary key (member_group_id, advertiser_id, experience_id),
  foreign key (member_group_id, advertiser_id) references advertisers (member_group_id, advertiser_id),
  foreign key (member_group_id, experience_id) references experiences (member_group_id, experience_id)
)`

/** Advertisers can be limited to some experiences of their client. */
export const experiencesOfAdvertisers: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql.raw(table).execute(db)
  },
}
