// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { matchAddress, type AddressMatch } from '../../src/contract/addresses/addresses.ts'
import { breadcrumbSteps } from '../../src/surfaces/console/navigation/breadcrumbs.tsx'
import { useBreadcrumbNames } from '../../src/surfaces/console/navigation/use-breadcrumb-names.ts'
import { partBench } from '../support/ui/part-bench.tsx'

const bench = partBench()

const matchOf = (path: string) => {
  const match = matchAddress(`/${path}`)
  if (!match) throw new Error(`No screen has the URL /${path}`)
  return match
}

function BreadcrumbText({ match, path }: { readonly match: AddressMatch; readonly path: string }) {
  const steps = breadcrumbSteps(path, 'clients/1')
  const nameOf = useBreadcrumbNames(match, steps)
  return steps.map((_, index) => nameOf(index)).join(' > ')
}

test.each([
  ['clients/1/advertisers/2/campaigns/3/v2', 'Advertisers > Advertiser 2 > Campaigns > Campaign 3 > Version 2'],
  ['clients/1/campaigns/review-media', 'Campaigns > Review queue'],
])('breadcrumbs of %s show translated names, not segments of the URL', async (path, names) => {
  const page = await bench.open(<BreadcrumbText match={matchOf(path)} path={path} />)
  expect(page.text()).toBe(names)
})
