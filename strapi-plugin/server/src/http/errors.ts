import { errors as strapi } from '@strapi/utils';

/*
 * Strapi's error classes, which say their status as well. Its error handler knows its own classes alone: where a package
 * manager has put another copy of `@strapi/utils` beside the plugin (strapi/strapi#22488), it goes by that.
 */

class ApplicationError extends strapi.ApplicationError {
  readonly status = 400;
}

class ValidationError extends strapi.ValidationError {
  readonly status = 400;
}

class ForbiddenError extends strapi.ForbiddenError {
  readonly status = 403;
}

class NotFoundError extends strapi.NotFoundError {
  readonly status = 404;
}

export const errors = { ApplicationError, ValidationError, ForbiddenError, NotFoundError };

/** Whether it says what whoever asked can do about it, be it from here or Strapi's own: both bear details. */
export const isRefusal = (error: unknown): error is Error => error instanceof Error && 'details' in error;
