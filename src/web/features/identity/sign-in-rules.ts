/** What the forms of signing in ask of their fields. Messages are the specified ones. */
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN, PASSWORD_MIN_LENGTH } from '#domain/users/email.ts';

export const signInRules = {
  name: { validate: (value: string) => value.trim() !== '' || 'Name is Required' },
  email: {
    validate: (value: string) => {
      const email = value.trim();
      if (email === '') return 'Email is Required';
      return (email.length <= EMAIL_MAX_LENGTH && EMAIL_PATTERN.test(email)) || 'Provide a valid Email';
    },
  },
  password: {
    required: 'Password is Required',
    minLength: { value: PASSWORD_MIN_LENGTH, message: 'Must be 6 characters or longer' },
  },
};
