import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { usePath } from '../../../kit/path.ts'
import { Button } from '../../../ui/button.tsx'
import { Grid } from '../../../ui/table/grid.tsx'
import { emptyGridQuery, type GridQuery, type GridSource } from '../../../ui/table/query.ts'
import { Exhibit } from '../exhibit.tsx'
import { type SampleRow, sampleSource } from './sample-rows.ts'
import { dollars, SampleTable, sampleColumns } from './sample-table.tsx'
import { ReportTable } from './report-table.tsx'
import { StaleTable } from './stale-table.tsx'

const few = sampleSource(6)
const none: GridSource<SampleRow> = async () => ({ rows: [], total: 0 })
const never: GridSource<SampleRow> = () => new Promise(() => undefined)
const broken: GridSource<SampleRow> = () => Promise.reject(new Error('The platform did not respond in time.'))
/** The first page loads, the second fails. */
const halfBroken: GridSource<SampleRow> = (ask) => (ask.start > 0 ? broken(ask) : sampleSource(5000)(ask))
const still = () => undefined

function Plain({ label, source, filters = {} }: { label: string; source: GridSource<SampleRow>; filters?: GridQuery['filters'] }) {
  const [gridQuery, setGridQuery] = useState<GridQuery>({ ...emptyGridQuery, filters })
  const { i18n } = useLingui()
  const columns = useMemo(() => sampleColumns(new Map(), i18n).slice(0, 5), [i18n])
  return (
    <Grid
      label={label}
      columns={columns}
      source={source}
      rowId={({ id }) => String(id)}
      rowName={({ name }) => name}
      query={gridQuery}
      onQuery={setGridQuery}
      preferences={[]}
      onPreferences={still}
      currency={dollars}
      maxHeight={260}
      noSelection
      empty={{
        heading: 'No campaigns yet',
        text: 'Create a campaign to show your products to shoppers.',
        action: (
          <Button kind="primary" onPress={still}>
            Create campaign
          </Button>
        ),
      }}
      errorDetailsOf={() => ({ reason: 'The platform did not respond in time. Nothing was changed.', requestId: '01JD3KX' })}
    />
  )
}

export default function Tables() {
  const { query, setQuery } = usePath()
  if (query.get('source') === 'platform')
    return (
      <Exhibit name="Platform report" isWide>
        <ReportTable />
      </Exhibit>
    )
  return (
    <>
      <Exhibit name="100,000 rows" isWide>
        <SampleTable />
      </Exhibit>
      <Exhibit name="The same with a platform report" isWide>
        <Button onPress={() => setQuery({ source: 'platform' })}>Sign in to load it</Button>
      </Exhibit>
      <Exhibit name="Few rows" isWide>
        <Plain label="Few" source={few} />
      </Exhibit>
      <Exhibit name="Stale: edit it in another tab" isWide>
        <StaleTable />
      </Exhibit>
      <Exhibit name="Right to left" isWide>
        <div dir="rtl">
          <Plain label="من اليمين إلى اليسار" source={few} />
        </div>
      </Exhibit>
      <Exhibit name="Loading" isWide>
        <Plain label="Loading" source={never} />
      </Exhibit>
      <Exhibit name="Empty" isWide>
        <Plain label="Empty" source={none} />
      </Exhibit>
      <Exhibit name="No matches" isWide>
        <Plain label="No matches" source={none} filters={{ name: { kind: 'contains', text: 'Atlantis' } }} />
      </Exhibit>
      <Exhibit name="Broken" isWide>
        <Plain label="Broken" source={broken} />
      </Exhibit>
      <Exhibit name="Second page fails" isWide>
        <Plain label="Second page fails" source={halfBroken} />
      </Exhibit>
    </>
  )
}
