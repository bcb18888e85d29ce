import { Trans, useLingui } from '@lingui/react/macro'
import { templates } from '../../../contract/templates/templates.ts'
import { useRead } from '../../../kit/cache.tsx'
import { problemText } from '../../../kit/problem.ts'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { page } from '../../../ui/icon/control-icons.ts'
import { ErrorState, EmptyState, LoadingSkeleton } from '../../../ui/states.tsx'
import { useDraftContext } from '../draft/context.ts'
import { StepSection } from './section.tsx'

/** Selects the template. Another template fills only fields that the user has not edited. */
export default function TemplateSelect() {
  const { t, i18n } = useLingui()
  const { clientId: memberGroupId, state, store, form } = useDraftContext()
  const { experience_id, campaign_template_id: chosen } = state.draft
  const query = experience_id === null ? {} : { experience_id }
  const { data, error, mutate } = useRead(templates.active, { path: { memberGroupId }, query })
  if (error)
    return (
      <ErrorState
        heading={t`Couldn’t load templates`}
        reason={problemText(error, i18n)}
        requestId={error.requestId}
        onRetry={() => void mutate()}
      />
    )
  if (!data) return <LoadingSkeleton height={200} />
  // A template for one experience is not offered for others.
  const offered = data.campaign_templates.filter((item) => item.flow === 'templated' && [null, experience_id].includes(item.experience_id))
  if (offered.length === 0)
    return <EmptyState icon={page} heading={<Trans>No templates yet</Trans>} text={<Trans>Ask your administrator to create one.</Trans>} />
  const choices = offered.map(({ campaign_template_id, name, description }) => ({
    value: String(campaign_template_id),
    label: name,
    hint: description,
  }))
  const { onLeave: _, ...fieldProps } = form.face('campaign_template_id', t`Template`)
  return (
    <StepSection heading={<Trans>Template</Trans>} note={<Trans>Prepared by your administrator. You can change every setting.</Trans>}>
      <RadioGroup
        {...fieldProps}
        isRequired
        isCards
        choices={choices}
        value={chosen === null ? '' : String(chosen)}
        onChange={(id) => void store.chooseTemplate(Number(id))}
      />
    </StepSection>
  )
}
