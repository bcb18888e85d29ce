import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { type CampaignDraftRow, draftLists } from '../../../contract/drafts/draft-lists.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { problemText } from '../../../kit/problem.ts'
import { useClient, useLabel } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { page } from '../../../ui/icon/control-icons.ts'
import { ErrorState, EmptyState, LoadingSkeleton } from '../../../ui/states.tsx'
import { useBuilder } from '../context.tsx'
import { Since } from '../../../parts/time/since.tsx'
import { draftName, flowWords, stepName } from '../../../parts/campaigns/draft-words.ts'

/** Rarely used, so it loads lazily. */
const RemoveDraft = lazyIdle(() => import('../../../parts/campaigns/remove-draft.tsx'))

/** Number of drafts shown at first. */
const firstRows = 6

interface RowProps {
  readonly draft: CampaignDraftRow
  readonly onOpen: () => void
  readonly onRemove: () => void
}

function Row({ draft, onOpen, onRemove }: RowProps) {
  const { i18n } = useLingui()
  const { advertiser } = useClient()
  const label = useLabel()
  const { flow, step, entity_count, changed_at, changed_by } = draft
  const name = draftName(draft, i18n)
  const at = stepName(step, { flow, label }, i18n)
  const who = changed_by.name
  return (
    <li>
      <div className="grow">
        <button type="button" className="draft-name" onClick={onOpen}>
          {name}
        </button>
        <p className="quiet">
          {i18n._(flowWords[flow][0])} · <Trans>{at} step</Trans>
          {entity_count > 0 && (
            <>
              {' · '}
              <Plural value={entity_count} one="# selected" other="# selected" />
            </>
          )}
        </p>
        <p className="quiet">
          <Since moment={changed_at} zone={advertiser?.time_zone} /> {who && <Trans>by {who}</Trans>}
        </p>
      </div>
      <Button kind="plain" onPress={onRemove}>
        <Trans>Delete</Trans>
        <span className="unseen"> {name}</span>
      </Button>
    </li>
  )
}

/** Drafts of the advertiser, newest first. */
export function ResumeList({ advertiserId }: { readonly advertiserId: number }) {
  const { t, i18n } = useLingui()
  const { clientId } = useScope()
  const { setQuery } = usePath()
  const { emit } = useBuilder()
  const [count, setCount] = useState(firstRows)
  const [leaving, setLeaving] = useState<CampaignDraftRow>()
  const path = { memberGroupId: clientId, advertiserId }
  const body = { pagination: { start: 0, count }, sort: [{ field: 'changed_at', order: 'desc' as const }] }
  const { data, error, mutate } = useRead(draftLists.list, { path, body }, { keepPreviousData: true, freshForMs: 0 })
  if (!data && error)
    return (
      <ErrorState
        heading={t`Couldn’t load drafts`}
        reason={problemText(error, i18n)}
        requestId={error.requestId}
        onRetry={() => void mutate()}
      />
    )
  if (!data) return <LoadingSkeleton height={160} />
  const rest = data.total - data.campaign_drafts.length
  return (
    <section className="drafts" aria-label={t`Drafts`}>
      {leaving && (
        <Suspense fallback={null}>
          <RemoveDraft
            draft={leaving}
            onDeleted={(campaign_draft_uuid) => emit('ad-campaign-draft-deleted', { campaign_draft_uuid })}
            onEnd={() => setLeaving(undefined)}
          />
        </Suspense>
      )}
      <h3>
        <Trans>Continue a draft</Trans>
      </h3>
      {data.total === 0 ? (
        <EmptyState
          icon={page}
          heading={<Trans>No drafts yet</Trans>}
          text={<Trans>Unfinished campaigns appear here until you submit them.</Trans>}
        />
      ) : (
        <ul>
          {data.campaign_drafts.map((draft) => (
            <Row
              key={draft.campaign_draft_uuid}
              draft={draft}
              onOpen={() => setQuery({ draft: draft.campaign_draft_uuid, step: draft.step })}
              onRemove={() => setLeaving(draft)}
            />
          ))}
        </ul>
      )}
      {rest > 0 && (
        <Button onPress={() => setCount(count + 20)}>
          <Plural value={rest} one="Show # more" other="Show # more" />
        </Button>
      )}
    </section>
  )
}
