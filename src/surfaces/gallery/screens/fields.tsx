import { Empty } from '../../../ui/states.tsx'

export default function Fields() {
  return <Empty heading="Fields" text="Nothing is shown here yet." />
}
