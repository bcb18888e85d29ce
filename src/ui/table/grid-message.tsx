import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { count } from '../format/format.ts'
import { search } from '../icon/control-icons.ts'
import { EmptyState } from '../states.tsx'
import type { PartProps } from './use-grid.ts'

/** Content for an empty result. */
export default function GridMessage<Row>({ grid, props }: PartProps<Row>): ReactNode {
  const { empty, query, onQuery } = props
  if (Object.keys(query.filters).length === 0)
    return (
      <EmptyState heading={empty.heading} text={empty.text}>
        {empty.action}
      </EmptyState>
    )
  // Clearing removes this button, so the focus moves into the grid first.
  const clear = () => {
    grid.scroller.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
    onQuery({ ...query, filters: {} })
  }
  return (
    <EmptyState icon={search} heading={<Trans>No matching rows</Trans>} text={<Trans>No results match the filters.</Trans>}>
      <Button onPress={clear}>
        <Trans>Clear filters</Trans>
      </Button>
    </EmptyState>
  )
}

/** Draws more cards. */
export function MoreCards<Row>({ grid: { drawn, total, showMore, format } }: Pick<PartProps<Row>, 'grid'>) {
  const some = count(drawn, format.locale)
  const all = count(total, format.locale)
  return (
    <div className="grid-rest">
      <Button kind="plain" onPress={showMore}>
        <Trans>
          Show more ({some} of {all})
        </Trans>
      </Button>
    </div>
  )
}
