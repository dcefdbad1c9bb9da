import { auditActorHandleSchema } from '@paydesk/shared/compliance/audit-log'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { defineRoute } from '../../platform/http/route.ts'
import { isSamePerson } from '../../platform/session/person.ts'
import {
  computeAuditActorHandles,
  listRecentStaff,
  type StaffMember,
  worksForAnyMerchant,
} from '../../records/staff.ts'
import { decryptStaffText } from '../../records/staff-texts.ts'
import type { MentionDeps } from './mentions.ts'

export interface ColleagueDeps extends MentionDeps {
  readonly store: Pick<Store, 'db'>
  readonly cipher: FieldCipher
}

interface NamedMember {
  readonly member: StaffMember
  readonly name: string
  readonly mayWork: boolean
  readonly person: string | null
}

/** Lists colleagues by name; a colleague of other merchants only is left out. */
export const listColleaguesRoute = defineRoute(endpoints.listColleagues, {
  permission: 'review.read',
  audit: () => ({ action: 'colleagues.listed' }),
  async handle({ actor, scope }, { store, cipher, permissions }: ColleagueDeps): Promise<NamedMember[]> {
    const staff = await listRecentStaff(store.db, Date.now())
    const seesActivity = actor.permissions.has('audit.every')
    return staff
      .filter((member) => worksForAnyMerchant(member, scope.merchants))
      .map((member) => ({
        member,
        name: decryptStaffText(member.name, cipher),
        mayWork: member.roles.some((role) => permissions(role).has('review.work')),
        person: seesActivity ? (computeAuditActorHandles(member, cipher)[0] ?? null) : null,
      }))
      .filter(({ name }) => name !== '')
      .sort((one, other) => one.name.localeCompare(other.name))
  },
  present: (found, { actor: { session } }) => ({
    colleagues: found.map(({ member, name, mayWork, person }) => ({
      colleague: member.handle,
      name,
      me: isSamePerson(member, session),
      roles: [...member.roles],
      mayWork,
      person: person === null ? null : auditActorHandleSchema.parse(person),
    })),
  }),
})
