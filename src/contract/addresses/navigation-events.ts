import { integer, object, optional, string } from 'superstruct'

/** Details of the events by which an element asks its page to open another surface. */
export const navigationDetails = {
  'ad-campaign-create-asked': object({
    flow: optional(string()),
    campaign_template_id: optional(integer()),
    campaign_id: optional(integer()),
    campaign_draft_uuid: optional(string()),
    advertiser_id: optional(integer()),
  }),
  'ad-campaign-open-asked': object({ campaign_id: integer(), path: string() }),
  'ad-funds-asked': object({ advertiser_id: integer(), amount: optional(string()), path: optional(string()) }),
  'ad-insertion-order-asked': object({ insertion_order_id: integer() }),
  'ad-report-asked': object({
    campaign_id: optional(integer()),
    advertiser_id: optional(integer()),
    currency_code: optional(string()),
    start_date: string(),
    end_date: string(),
  }),
  'ad-ledger-asked': object({
    advertiser_id: integer(),
    campaign_id: optional(integer()),
    start_date: string(),
    end_date: string(),
  }),
}
