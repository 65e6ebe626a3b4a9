module.exports = require('@strapi/strapi').factories.createCoreController('api::plain.plain');
