/** Calls of profiles. */
import * as z from 'zod';
import { EmailParams, Id, PageHeaders, PageQuery, text } from './fields.ts';
import { operations } from './kernel/operation.ts';
import { NOT_FOUND, USER_EXISTS } from './refusals.ts';

/** A profile. `name` and `customerName` are the same; `linkdin` is the field's name, "LinkedIn" what people read. */
export const ProfileBody = z
  .object({
    _id: z.uuid(),
    name: z.string(),
    customerName: z.string(),
    email: z.string(),
    education: z.string(),
    location: z.string(),
    phone: z.string(),
    linkdin: z.string(),
  })
  .meta({ id: 'Profile' });
export const NewProfile = z.object({
  name: text(100).optional(),
  customerName: text(100).optional(),
  email: z.string().max(254).optional(),
  education: text(200).default(''),
  location: text(200).default(''),
  phone: text(40).default(''),
  linkdin: text(200).default(''),
});

export const profiles = operations({
  profileCreate: {
    method: 'POST',
    path: '/profile',
    access: 'customer',
    noun: 'profiles',
    summary: "Make one's own profile",
    description: 'One per user. The email is that of the account; so is the name where none is given.',
    body: NewProfile,
    status: 201,
    output: z.object({ success: z.literal(true), insertedId: z.uuid() }),
    refusals: { USER_EXISTS },
    audit: { none: "One's own." },
  },
  profileOfEmail: {
    method: 'GET',
    path: '/profile/{email}',
    access: 'customer',
    noun: 'profiles',
    summary: "A user's profile",
    description: "One's own, or anyone's for an admin.",
    params: EmailParams,
    output: ProfileBody,
    refusals: { NOT_FOUND },
  },
  profilesList: {
    method: 'GET',
    path: '/profile',
    access: 'customer',
    noun: 'profiles',
    summary: "Profiles: all for an admin, one's own for a customer",
    description: '`id` narrows them to the one that has it, or none.',
    query: z.object({ ...PageQuery.shape, id: Id.optional() }),
    output: z.array(ProfileBody),
    outputHeaders: PageHeaders,
  },
  profileUpdate: {
    method: 'PUT',
    path: '/profile/{uId}',
    access: 'customer',
    noun: 'profiles',
    summary: 'Change a profile',
    params: z.object({ uId: Id }),
    body: z.object({
      education: text(200, 'Education is Required'),
      location: text(200, 'Location is Required'),
      linkdin: text(200, 'LinkedIn is Required'),
      phone: text(40).optional(),
    }),
    output: z.object({ modifiedCount: z.number().int() }),
    refusals: { NOT_FOUND },
    audit: 'profile.changed',
  },
});
