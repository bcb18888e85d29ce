import adAdmin from './ad-admin.ts'
import adCampaignBuilder from './ad-campaign-builder.ts'
import adCampaigns from './ad-campaigns.ts'
import adConsole from './ad-console.ts'
import adFrame from './ad-frame.ts'
import adFunds from './ad-funds.ts'
import adGallery from './ad-gallery.ts'
import adInsertionOrders from './ad-insertion-orders.ts'
import adReportChart from './ad-report-chart.ts'
import adReporting from './ad-reporting.ts'
import adSignIn from './ad-sign-in.ts'
import type { ElementOf, EventsOf } from './runtime/define.ts'

/** Every public tag. */
export const declarations = [
  adReportChart,
  adReporting,
  adCampaigns,
  adCampaignBuilder,
  adInsertionOrders,
  adFunds,
  adAdmin,
  adSignIn,
  adConsole,
  adFrame,
] as const
/** Tags of our own pages; not published or documented. */
export const unpublished = [adGallery] as const

type Declared = (typeof declarations)[number]
type Both<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never

/** Element types by tag. */
export type Elements = { [D in Declared as D['tag']]: ElementOf<D> }
/** Event types of all tags by name. */
export type ElementEvents = Both<EventsOf<Declared>>

declare global {
  interface HTMLElementTagNameMap extends Elements {}
  interface GlobalEventHandlersEventMap extends ElementEvents {}
}
