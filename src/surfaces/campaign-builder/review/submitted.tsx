import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { SubmittedCampaign } from '../../../contract/drafts/drafts.ts'
import { reviewStatusIds } from '../../../contract/statuses.ts'
import { useLabel } from '../../../parts/scope/client.tsx'
import { Button } from '../../../ui/button.tsx'
import { count } from '../../../ui/format/format.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { done } from '../../../ui/icon/control-icons.ts'
import { Link } from '../../../ui/navigation/link.tsx'
import { useBuilderLinks } from '../host-links.ts'

interface SubmittedProps {
  /** The new campaign; undefined for a draft that was submitted earlier. */
  readonly campaign: SubmittedCampaign | undefined
  readonly campaignId: number
  readonly onLeave: () => void
}

function SubmittedStatus({ campaign }: { readonly campaign: SubmittedCampaign }) {
  const { i18n } = useLingui()
  const { plural } = useLabel()
  const { name, review_status_id, entities, ad_groups } = campaign
  const isWaiting = review_status_id !== reviewStatusIds.approved
  const things = count(entities, i18n.locale)
  const groups = count(ad_groups, i18n.locale)
  return (
    <>
      <p>
        {isWaiting ? (
          <Trans>{name} is under review. It serves as soon as it’s approved.</Trans>
        ) : (
          <Trans>{name} is active and serves from its start date.</Trans>
        )}
      </p>
      <p className="quiet">
        <Trans>
          Ad groups: {groups}. {plural}: {things}.
        </Trans>
      </p>
    </>
  )
}

/** Confirmation, with links to the campaign and to a new one. */
export default function Submitted({ campaign, campaignId, onLeave }: SubmittedProps) {
  const hostLinks = useBuilderLinks()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="state submitted">
      <Icon shape={done} />
      <h2 ref={heading} tabIndex={-1}>
        {campaign ? <Trans>Campaign submitted</Trans> : <Trans>This draft was submitted</Trans>}
      </h2>
      {campaign && <SubmittedStatus campaign={campaign} />}
      <div className="row">
        <Link className="button primary" target={hostLinks.campaign(campaign?.campaign_id ?? campaignId)}>
          <Trans>View campaign</Trans>
        </Link>
        <Button onPress={onLeave}>
          <Trans>Create another campaign</Trans>
        </Button>
      </div>
    </div>
  )
}
