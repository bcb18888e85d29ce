import { useLingui } from '@lingui/react/macro'
import { templates } from '../../../contract/templates/templates.ts'
import { useRead } from '../../../kit/cache.tsx'
import { flowWords } from '../../../parts/campaigns/draft-words.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { chevronDown } from '../../../ui/icon/icons.ts'
import { Menu, type MenuItem } from '../../../ui/dialog/menu.tsx'
import { type NewCampaignOptions, useCampaignLinks } from '../host-links.ts'

const templatePrefix = 'template '

/** The ways without a template, in the order of the builder's start screen. */
const flows = ['simple', 'custom', 'v2'] as const

const newCampaignOptionsOf = (id: string): NewCampaignOptions => {
  if (id.startsWith(templatePrefix)) return { campaign_template_id: Number(id.slice(templatePrefix.length)) }
  const flow = flows.find((name) => name === id)
  return flow ? { flow } : {}
}

/** Menu of the ways to create a campaign, including the client's templates. */
export default function NewCampaignMenu() {
  const { t, i18n } = useLingui()
  const { clientId } = useScope()
  const hostLinks = useCampaignLinks()
  const { data } = useRead(templates.active, { path: { memberGroupId: clientId } })
  const items: MenuItem[] = [
    ...flows.map((flow) => ({ id: flow, label: i18n._(flowWords[flow][0]), note: i18n._(flowWords[flow][1]) })),
    ...(data?.campaign_templates ?? []).map(({ campaign_template_id: id, name, description }, index) => ({
      id: `${templatePrefix}${id}`,
      label: name,
      isParted: index === 0,
      note: description || t`Template`,
    })),
  ]
  return (
    <Menu
      label={t`More ways to create`}
      items={items}
      onSelect={(id) => hostLinks.create(newCampaignOptionsOf(id))}
      className="button primary ways"
    >
      <Icon shape={chevronDown} />
    </Menu>
  )
}
