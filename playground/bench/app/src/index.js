/** Lets everybody create plain entries, as everybody may record a decision. */
module.exports = {
  register() {},
  async bootstrap({ strapi }) {
    const role = await strapi.db
      .query('plugin::users-permissions.role')
      .findOne({ where: { type: 'public' } });
    const action = 'api::plain.plain.create';
    const permissions = strapi.db.query('plugin::users-permissions.permission');
    if (!(await permissions.findOne({ where: { action, role: role.id } }))) {
      await permissions.create({ data: { action, role: role.id } });
    }
  },
};
