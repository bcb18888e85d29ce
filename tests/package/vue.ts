import 'placard'
import 'placard/types/vue'
import type { GlobalComponents } from 'vue'

type Props = InstanceType<GlobalComponents['ad-report-chart']>['$props']

export const props: Props = { 'client-id': '1', onAdReportExported: ({ detail }) => detail.rows.toFixed() }
// @ts-expect-error rows are counted
export const wrong: Props = { onAdReportExported: ({ detail }) => detail.rows.trim() }
